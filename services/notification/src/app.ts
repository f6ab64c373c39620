import { type App, createServer } from '@gerbang/service-kit/http/server';
import type { AppOptions } from '@gerbang/service-kit/program/service';
import type { Context } from './context.ts';
import { dataExportRoutes } from './data-export/data-export.routes.ts';
import { inboxNewsRoutes } from './notifications/inbox-news.routes.ts';
import { inboxRoutes } from './notifications/inbox.routes.ts';
import { missedMessagesRoutes } from './missed-messages/missed-messages.routes.ts';
import { boardRoutes } from './messages/messages.routes.ts';
import { reportsRoutes } from './reports/reports.routes.ts';
import { type MailReport, takeMailReports } from './webhooks/mail-reports.ts';
import { webhookRoutes } from './webhooks/webhook.routes.ts';

/** The service's HTTP server, not listening yet. */
export function buildApp(options: AppOptions, context: Context): App {
  const app = createServer(options);
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = context.config;
  const { MAIL_WEBHOOK_SECRET: secret } = context.config;
  const mail =
    context.letters && secret !== undefined
      ? { secret, receive: (reports: readonly MailReport[]) => takeMailReports(context, reports) }
      : null;
  boardRoutes(app, options.identity, context);
  missedMessagesRoutes(app, options.identity, context);
  dataExportRoutes(app, options.identity, context);
  reportsRoutes(app, options.identity, context);
  inboxRoutes(app, options.identity, context);
  inboxNewsRoutes(app, options.identity, context);
  const { webhooks: inbox, templates } = context;
  webhookRoutes(app, { inbox, templates, appSecret, verifyToken, mail });
  return app;
}
