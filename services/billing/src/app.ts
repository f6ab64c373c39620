import { exportBillingAudit, listBillingAudit } from '@gerbang/contracts/audit';
import { mountAuditLookup } from '@gerbang/service-kit/audit/audit-lookup';
import { createServer } from '@gerbang/service-kit/http/server';
import type { AppOptions } from '@gerbang/service-kit/program/service';
import type { FastifyInstance } from 'fastify';
import { bankDaysRoutes } from './bank-days/bank-days.routes.ts';
import { bankMatchesRoutes } from './bank-matches/bank-matches.routes.ts';
import { bankStatementsRoutes } from './bank-statements/bank-statements.routes.ts';
import type { Context } from './context.ts';
import { drawersRoutes } from './drawers/drawers.routes.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { dataExportRoutes } from './data-export/data-export.routes.ts';
import { enrollmentConfirmationsRoutes } from './enrollment-confirmations/enrollment-confirmations.routes.ts';
import { tellDuesVersion } from './family-dues/dues-version.ts';
import { dueDatesRoutes } from './due-dates/due-dates.routes.ts';
import { DocumentPrinter } from './invoice-documents/document-printer.ts';
import { invoiceDocumentsRoutes } from './invoice-documents/invoice-documents.routes.ts';
import { invoicePaymentsRoutes } from './invoice-payments/invoice-payments.routes.ts';
import { invoicesRoutes } from './invoices/invoices.routes.ts';
import { paymentExpectationsRoutes } from './payment-expectations/payment-expectations.routes.ts';
import { MONEY_KINDS } from './money-kinds.ts';
import { moneyRequestsRoutes } from './money-requests/money-requests.routes.ts';
import { payRequestsRoutes } from './pay-requests/pay-requests.routes.ts';
import { snapRoutes } from './pay-requests/snap.routes.ts';
import { paymentReversalsRoutes } from './payment-reversals/payment-reversals.routes.ts';
import { papersRoutes } from './papers/papers.routes.ts';
import { paymentSchemesRoutes } from './payment-schemes/payment-schemes.routes.ts';
import { ownRefundsRoutes } from './refunds/own-refunds.routes.ts';
import { refundsRoutes } from './refunds/refunds.routes.ts';
import { reportsRoutes } from './reports/reports.routes.ts';
import { unappliedReceiptsRoutes } from './unapplied-receipts/unapplied-receipts.routes.ts';
import { statementProfilesRoutes } from './statement-profiles/statement-profiles.routes.ts';

/** The service's HTTP server, not listening yet. */
export function buildApp(options: AppOptions, context: Context): FastifyInstance {
  const app = createServer(options);
  app.addHook('onClose', () => context.school.close());
  tellDuesVersion(app, options.identity, context);
  enrollmentConfirmationsRoutes(app, options.identity, context);
  paymentSchemesRoutes(app, options.identity, context);
  invoicesRoutes(app, options.identity, context);
  dueDatesRoutes(app, options.identity, context);
  invoicePaymentsRoutes(app, options.identity, context);
  paymentExpectationsRoutes(app, options.identity, context);
  const printer = new DocumentPrinter(app, context);
  invoiceDocumentsRoutes(app, options.identity, context, printer);
  papersRoutes(app, options.identity, context, printer);
  dataExportRoutes(app, options.identity, context);
  bankStatementsRoutes(app, options.identity, context);
  statementProfilesRoutes(app, options.identity, context);
  bankDaysRoutes(app, options.identity, context);
  bankMatchesRoutes(app, options.identity, context);
  unappliedReceiptsRoutes(app, options.identity, context);
  const { gateway } = context;
  if (gateway) {
    payRequestsRoutes(app, options.identity, context, gateway);
    snapRoutes(app, context, gateway);
  }
  paymentReversalsRoutes(app, options.identity, context);
  moneyRequestsRoutes(app, options.identity, context, MONEY_KINDS);
  refundsRoutes(app, options.identity, context, printer);
  ownRefundsRoutes(app, options.identity, context, printer);
  reportsRoutes(app, options.identity, context);
  dashboardRoutes(app, options.identity, context);
  mountAuditLookup(app, options.identity, [listBillingAudit, exportBillingAudit], context);
  drawersRoutes(app, options.identity, context);
  return app;
}
