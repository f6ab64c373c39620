import { listBillingAudit } from '@gerbang/contracts/audit';
import { mountAuditLookup } from '@gerbang/service-kit/audit-lookup';
import type { Verifier } from '@gerbang/service-kit/identity';
import { createServer, type ServerOptions } from '@gerbang/service-kit/server';
import type { FastifyInstance } from 'fastify';
import { ageingRoutes } from './ageing/ageing.routes.ts';
import { confirmationsRoutes } from './confirmations/confirmations.routes.ts';
import type { Context } from './context.ts';
import { dataRightsRoutes } from './data-rights/data-rights.routes.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { documentsRoutes } from './documents/documents.routes.ts';
import { exportRoutes } from './export/export.routes.ts';
import { invoicesRoutes } from './invoices/invoices.routes.ts';
import { paymentsRoutes } from './payments/payments.routes.ts';
import { schemesRoutes } from './schemes/schemes.routes.ts';

/** The service without its listener: the same for `main.ts` and for the tests at its door. */
export function buildApp(options: ServerOptions & { identity: Verifier }, context: Context): FastifyInstance {
  const app = createServer(options);
  confirmationsRoutes(app, options.identity, context);
  schemesRoutes(app, options.identity, context);
  invoicesRoutes(app, options.identity, context);
  paymentsRoutes(app, options.identity, context);
  documentsRoutes(app, options.identity, context);
  exportRoutes(app, options.identity, context);
  ageingRoutes(app, options.identity, context);
  dataRightsRoutes(app, options.identity, context);
  dashboardRoutes(app, options.identity, context);
  mountAuditLookup(app, options.identity, listBillingAudit, context.database);
  return app;
}
