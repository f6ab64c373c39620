import { announcementDashboard } from '@gerbang/contracts/announcement-dashboard';
import { can } from '@gerbang/domain/abilities';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { statementOf } from '@gerbang/service-kit/data/statements';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { newestResults, type OwnResultRecord, toOwnResult } from '../announcements/own-results.repository.ts';
import { staffArea } from './staff-area.ts';

/** Announcements' part of `GET /api/dashboard`, asked for by the gateway (Precisions, Dashboard). */
export function dashboardRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const { database } = context;
  const read = statementOf<OwnResultRecord>(database, 'announcement_dashboard', newestResults);
  const resultsOfFamily = async (userId: string) => ({ results: (await read(userId)).map(toOwnResult) });

  mount(app, verifier, announcementDashboard, async ({ identity: { sub, role } }) => ({
    parent: can(role, 'results.own') ? await resultsOfFamily(sub) : null,
    staff: can(role, 'announcements.read') ? await staffArea(context, { id: sub, role }) : null,
  }));
}
