import { announcementDashboard } from '@gerbang/contracts/announcement-area';
import { can } from '@gerbang/domain/abilities';
import type { Verifier } from '@gerbang/service-kit/identity';
import { mount } from '@gerbang/service-kit/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { newestResults, type OwnResultRecord, toOwnResult } from '../results/own-results.ts';
import { staffArea } from './staff-area.ts';

/** Stands for the caller in a query that is written once. */
const SOMEBODY = '00000000-0000-7000-8000-000000000000';

/** Announcements' part of `GET /api/dashboard`, asked for by the gateway (Precisions, Dashboard). */
export function dashboardRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const { database } = context;
  // Written and planned once: every family's visit begins with it (performance P2, P9).
  const { sql, bindings } = newestResults(database.knex, SOMEBODY).toSQL().toNative();
  const resultsOfFamily = async (userId: string) => {
    const values = bindings.map((value) => (value === SOMEBODY ? userId : value));
    const records = await database.prepared<OwnResultRecord>('announcement_dashboard', sql, values);
    return { results: records.map(toOwnResult) };
  };

  mount(app, verifier, announcementDashboard, async ({ identity: { sub, role } }) => ({
    parent: can(role, 'results.own') ? await resultsOfFamily(sub) : null,
    staff: can(role, 'announcements.read') ? await staffArea(context, { id: sub, role }) : null,
  }));
}
