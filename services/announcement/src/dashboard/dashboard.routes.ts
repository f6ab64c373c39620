import { announcementDashboard, type AnnouncementArea } from '@gerbang/contracts/announcement-dashboard';
import { RESULTS_APPLIED_HEADER } from '@gerbang/contracts/dashboard';
import { can } from '@gerbang/domain/abilities';
import { ANNOUNCEMENT_TASK_TABLE, announcementTasks } from '@gerbang/domain/announcements';
import { statementOf } from '@gerbang/service-kit/data/statements';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import { toOwnResult, type Viewer } from '../announcements/announcements.view.ts';
import { countUnpublished, type OwnResultRecord } from '../announcements/announcements.repository.ts';
import { presentResults } from '../announcements/announcement-lists.repository.ts';
import type { Context } from '../context.ts';
import { countCorrections } from '../result-corrections/result-corrections.repository.ts';
import { areResultsApplied } from './applied-results.repository.ts';
import { countWaitingRegistrations } from '../registrations/registrations.repository.ts';

/** The tasks that wait for this person; announcements of one's own are not counted where another person must review. */
async function staffArea(
  { database, config }: Pick<Context, 'database' | 'config'>,
  viewer: Viewer,
): Promise<NonNullable<AnnouncementArea['staff']>> {
  const db = database.knex;
  const kinds = announcementTasks(viewer.role);
  const [cells, students, corrections] = await Promise.all([
    countUnpublished(db, viewer.id),
    kinds.includes('students') ? countWaitingRegistrations(db) : 0,
    can(viewer.role, 'announcements.publish')
      ? countCorrections(db, config.FOUR_EYES === 'on' ? viewer.id : null)
      : 0,
  ]);
  return {
    waiting: kinds.map((kind) => {
      const { status } = ANNOUNCEMENT_TASK_TABLE[kind];
      if (status === null) return { kind, count: students, status };
      const others = kind === 'to_review' && config.FOUR_EYES === 'on';
      const counted = cells.filter((cell) => cell.status === status && !(others && cell.own));
      return { kind, count: counted.reduce((sum, { n }) => sum + n, 0), status };
    }),
    ...(corrections > 0 && { corrections_waiting: corrections }),
  };
}

/** Announcement's part of `GET /api/dashboard`, called by the gateway. */
export function dashboardRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const { database } = context;
  const read = statementOf<OwnResultRecord>(database, 'announcement_dashboard', presentResults);

  /** A family's results; `asked` = whether all published ones are applied, the other families' too. */
  async function resultsOfFamily(userId: string, asked: boolean) {
    const records = await read(userId);
    const own = records.every(({ current_stage }) => current_stage !== 'waiting_announcement');
    // After the family's own were read, so that it is true of them.
    const all = asked && (await areResultsApplied(database));
    return { results: records.map(toOwnResult), applied: all ? 'all' : own ? 'own' : 'none' };
  }

  mount(app, verifier, announcementDashboard, async ({ identity: { sub, role }, request, reply }) => {
    const staff = can(role, 'announcements.read') ? await staffArea(context, { id: sub, role }) : null;
    if (!can(role, 'results.own')) return { parent: null, staff };
    const asked = request.headers[RESULTS_APPLIED_HEADER] !== undefined;
    const { results, applied } = await resultsOfFamily(sub, asked);
    reply.header(RESULTS_APPLIED_HEADER, applied);
    return { parent: { results }, staff };
  });
}
