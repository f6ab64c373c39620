import { listBillingAudit } from '@gerbang/contracts/audit';
import { mountAuditLookup } from '@gerbang/service-kit/audit/audit-lookup';
import { createServer } from '@gerbang/service-kit/http/server';
import type { AppOptions } from '@gerbang/service-kit/program/service';
import type { FastifyInstance } from 'fastify';
import { ageingRoutes } from './invoices/invoice-ageing.routes.ts';
import { confirmationsRoutes } from './enrollment-confirmations/enrollment-confirmations.routes.ts';
import type { Context } from './context.ts';
import { dataRightsRoutes } from './data-export/data-export.routes.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { documentsRoutes } from './invoice-documents/invoice-documents.routes.ts';
import { exportRoutes } from './invoices/export.routes.ts';
import { invoicesRoutes } from './invoices/invoices.routes.ts';
import { paymentsRoutes } from './invoice-payments/invoice-payments.routes.ts';
import { schemesRoutes } from './payment-schemes/payment-schemes.routes.ts';

/** The service's HTTP server, not listening yet. */
export function buildApp(options: AppOptions, context: Context): FastifyInstance {
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
