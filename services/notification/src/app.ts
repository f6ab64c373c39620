import { type App, createServer } from '@gerbang/service-kit/http/server';
import type { AppOptions } from '@gerbang/service-kit/program/service';
import type { Context } from './context.ts';
import { inboxRoutes } from './inbox/inbox.routes.ts';
import { boardRoutes } from './messages/messages.routes.ts';
import { webhookRoutes } from './webhooks/webhook.routes.ts';

/** The service's HTTP server, not listening yet. */
export function buildApp(options: AppOptions, context: Context): App {
  const app = createServer(options);
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = context.config;
  boardRoutes(app, options.identity, context);
  inboxRoutes(app, options.identity, context);
  webhookRoutes(app, { inbox: context.webhooks, appSecret, verifyToken });
  return app;
}
