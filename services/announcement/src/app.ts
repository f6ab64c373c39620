import { exportAnnouncementAudit, listAnnouncementAudit } from '@gerbang/contracts/audit';
import { mountAuditLookup } from '@gerbang/service-kit/audit/audit-lookup';
import { createServer } from '@gerbang/service-kit/http/server';
import type { AppOptions } from '@gerbang/service-kit/program/service';
import type { FastifyInstance } from 'fastify';
import { announcementsRoutes } from './announcements/announcements.routes.ts';
import type { Context } from './context.ts';
import { dataExportRoutes } from './data-export/data-export.routes.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { resultCorrectionsRoutes } from './result-corrections/result-corrections.routes.ts';
import { TRAIL_SUBJECTS } from './trail-subjects.repository.ts';

/** The service's HTTP server, not listening yet. */
export function buildApp(options: AppOptions, context: Context): FastifyInstance {
  const app = createServer(options);
  announcementsRoutes(app, options.identity, context);
  resultCorrectionsRoutes(app, options.identity, context);
  mountAuditLookup(
    app,
    options.identity,
    [listAnnouncementAudit, exportAnnouncementAudit],
    context,
    TRAIL_SUBJECTS,
  );
  dataExportRoutes(app, options.identity, context);
  dashboardRoutes(app, options.identity, context);
  return app;
}
