import type { Service } from '@gerbang/service-kit/program/service';
import { accountBatches, accountHandlers } from './accounts/account-events.ts';
import { buildApp } from './app.ts';
import { type Config, configSchema } from './config.ts';
import { buildContext, type Context } from './context.ts';
import { startDelivery } from './delivery/start-delivery.ts';
import { createWhatsApp } from './delivery/whatsapp.ts';
import { watchFigures } from './figures.repository.ts';
import { retentionRules } from './retention.ts';

/** The notification worker. */
export const notification: Service<Config, Context> = {
  name: 'notification',
  config: configSchema,
  // As many sends as run at once need a connection each.
  connections: 12,
  context: ({ config, database, bus, log }) => {
    const { WHATSAPP_BASE_URL: baseUrl, WHATSAPP_TOKEN: token } = config;
    const provider = createWhatsApp({ baseUrl, token, phoneNumberId: config.WHATSAPP_PHONE_NUMBER_ID });
    return buildContext(config, database, bus, provider, log);
  },
  app: buildApp,
  ready: ({ bus }) => bus.ping('notification'),
  queues: ['notification', 'notification-codes', 'notification-bulk'],
  events: ({ columnKeys, outbox }) => ({
    queue: 'notification-accounts',
    handlers: accountHandlers(outbox),
    batches: accountBatches(columnKeys),
  }),
  work: startDelivery,
  retention: ({ database }) => retentionRules(database),
  metrics: (metrics, { database }) => watchFigures(metrics, database),
};
