import { listAudit } from '@gerbang/contracts/audit';
import { mountAuditLookup } from '@gerbang/service-kit/audit/audit-lookup';
import { createServer } from '@gerbang/service-kit/http/server';
import type { AppOptions } from '@gerbang/service-kit/program/service';
import type { FastifyInstance } from 'fastify';
import { childrenRoutes } from './children/children.routes.ts';
import type { Context } from './context.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { dataExportRoutes } from './data-export/data-export.routes.ts';
import { erasureRequestsRoutes } from './erasure-requests/erasure-requests.routes.ts';
import { claimRoutes, filesRoutes } from './files/files.routes.ts';
import { parentsRoutes } from './parents/parents.routes.ts';
import { regionRoutes } from './regions/regions.routes.ts';
import { reportsRoutes } from './reports/reports.routes.ts';
import { registrationPaymentsRoutes } from './registration-payments/registration-payments.routes.ts';
import { registrationStagesRoutes } from './registration-stages/registration-stages.routes.ts';
import { registrationsRoutes } from './registrations/registrations.routes.ts';
import { schoolDaysRoutes } from './school/school-days.routes.ts';
import { schoolPortRoutes } from './school/school-port.routes.ts';
import { schoolPublicRoutes } from './school/school-public.routes.ts';
import { schoolRoutes } from './school/school.routes.ts';
import { schoolVersionsRoutes } from './school/school-versions.routes.ts';
import { staffRegistrationsRoutes } from './staff-registrations/staff-registrations.routes.ts';

/** The service's HTTP server, not listening yet. */
export function buildApp(options: AppOptions, context: Context): FastifyInstance {
  const app = createServer(options);
  app.addHook('onClose', () => context.school.close());
  schoolRoutes(app, options.identity, context);
  schoolDaysRoutes(app, options.identity, context);
  schoolVersionsRoutes(app, options.identity, context);
  schoolPublicRoutes(app, options.identity, context);
  schoolPortRoutes(app, options.identity, context);
  parentsRoutes(app, options.identity, context);
  regionRoutes(app, options.identity, context);
  childrenRoutes(app, options.identity, context);
  registrationsRoutes(app, options.identity, context);
  registrationPaymentsRoutes(app, options.identity, context);
  registrationStagesRoutes(app, options.identity, context);
  staffRegistrationsRoutes(app, options.identity, context);
  reportsRoutes(app, options.identity, context);
  mountAuditLookup(app, options.identity, listAudit, context.database);
  filesRoutes(app, options.identity, context);
  claimRoutes(app, context);
  dashboardRoutes(app, options.identity, context);
  dataExportRoutes(app, options.identity, context);
  erasureRequestsRoutes(app, options.identity, context);
  return app;
}
