import type { AnnouncementArea } from '@gerbang/contracts/announcement.types';
import { announcementDashboard } from '@gerbang/contracts/announcement-dashboard';
import { RESULTS_SETTLED_HEADER } from '@gerbang/contracts/dashboard';
import { can } from '@gerbang/domain/abilities';
import { ANNOUNCEMENT_TASK_TABLE, announcementTasks } from '@gerbang/domain/announcements';
import { statementOf } from '@gerbang/service-kit/data/statements';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import { toOwnResult, type Viewer } from '../announcements/announcements.view.ts';
import { countUnpublished, type OwnResultRecord } from '../announcements/announcements.repository.ts';
import { newestResults } from '../announcements/announcement-lists.repository.ts';
import type { Context } from '../context.ts';
import { areResultsApplied } from './applied-results.repository.ts';
import { countWaitingRegistrations } from '../registrations/registrations.repository.ts';

/** The tasks that wait for this person; announcements of one's own are not counted where another person must review. */
async function staffArea(
  { database, config }: Pick<Context, 'database' | 'config'>,
  viewer: Viewer,
): Promise<NonNullable<AnnouncementArea['staff']>> {
  const db = database.knex;
  const kinds = announcementTasks(viewer.role);
  const [cells, students] = await Promise.all([
    countUnpublished(db, viewer.id),
    kinds.includes('students') ? countWaitingRegistrations(db) : 0,
  ]);
  return {
    waiting: kinds.map((kind) => {
      const { status } = ANNOUNCEMENT_TASK_TABLE[kind];
      if (status === null) return { kind, count: students, status };
      const others = kind === 'to_review' && config.FOUR_EYES === 'on';
      const counted = cells.filter((cell) => cell.status === status && !(others && cell.own));
      return { kind, count: counted.reduce((sum, { n }) => sum + n, 0), status };
    }),
  };
}

/** Announcement's part of `GET /api/dashboard`, called by the gateway. */
export function dashboardRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const { database } = context;
  const read = statementOf<OwnResultRecord>(database, 'announcement_dashboard', newestResults);
  const resultsOfFamily = async (userId: string) => ({ results: (await read(userId)).map(toOwnResult) });

  mount(app, verifier, announcementDashboard, async ({ identity: { sub, role }, request, reply }) => {
    const area = {
      parent: can(role, 'results.own') ? await resultsOfFamily(sub) : null,
      staff: can(role, 'announcements.read') ? await staffArea(context, { id: sub, role }) : null,
    };
    if (request.headers[RESULTS_SETTLED_HEADER] !== undefined) {
      // After the results were read: a `yes` is true of all that this response shows.
      reply.header(RESULTS_SETTLED_HEADER, (await areResultsApplied(database)) ? 'yes' : 'no');
    }
    return area;
  });
}
