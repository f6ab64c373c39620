import { listAnnouncementAudit } from '@gerbang/contracts/audit';
import { mountAuditLookup } from '@gerbang/service-kit/audit/audit-lookup';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { createServer, type ServerOptions } from '@gerbang/service-kit/http/server';
import type { FastifyInstance } from 'fastify';
import { announcementsRoutes } from './announcements/announcements.routes.ts';
import type { Context } from './context.ts';
import { dataRightsRoutes } from './data-export/data-export.routes.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { resultsRoutes } from './announcements/own-results.routes.ts';

/** The service without its listener: the same for `main.ts` and for the tests at its door. */
export function buildApp(options: ServerOptions & { identity: Verifier }, context: Context): FastifyInstance {
  const app = createServer(options);
  announcementsRoutes(app, options.identity, context);
  resultsRoutes(app, options.identity, context);
  mountAuditLookup(app, options.identity, listAnnouncementAudit, context.database);
  dataRightsRoutes(app, options.identity, context);
  dashboardRoutes(app, options.identity, context);
  return app;
}
