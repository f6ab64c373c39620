import { CHOOSABLE_KINDS } from '@gerbang/contracts/message-kinds';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Service } from '@gerbang/service-kit/program/service';
import { HOUR_MS, MINUTE_MS } from '@gerbang/service-kit/program/timers';
import { accountBatches, accountHandlers } from './accounts/account-events.ts';
import { buildApp } from './app.ts';
import { type Config, configSchema } from './config.ts';
import { buildContext, type Context } from './context.ts';
import { startDelivery } from './delivery/start-delivery.ts';
import { createWhatsApp } from './delivery/whatsapp.ts';
import { createMail } from './letters/mail.ts';
import { watchFigures } from './figures.repository.ts';
import { foldMessageDays } from './reports/message-days.repository.ts';
import { watchPortal } from './operator/watch-portal.ts';
import { retentionRules } from './retention.ts';

const hasChoice = (kind: string) => (CHOOSABLE_KINDS as readonly string[]).includes(kind);

/** The mail server, where one is set up. */
function mailOf({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_ORIGIN: publicOrigin }: Config) {
  return url !== undefined && from !== undefined ? createMail({ url, from, publicOrigin, hasChoice }) : null;
}

/** The look at all parts of the portal, where an operator is named. */
function portalLook(config: Config, database: Database, mail: ReturnType<typeof mailOf>) {
  const { OPERATOR_EMAIL: to, GATEWAY_URL: gatewayUrl, PUBLIC_ORIGIN: publicOrigin } = config;
  if (!to || !gatewayUrl || !mail) return null;
  return watchPortal({ database, gatewayUrl, publicOrigin, tell: (letter) => mail.tell(to, letter) });
}

/** The notification worker. */
export const notification: Service<Config, Context> = {
  name: 'notification',
  config: configSchema,
  // As many sends as run at once need a connection each.
  connections: 12,
  context: ({ config, database, bus, log }) => {
    const { WHATSAPP_BASE_URL: baseUrl, WHATSAPP_TOKEN: token } = config;
    const { WHATSAPP_PHONE_NUMBER_ID: phoneNumberId, WHATSAPP_API_VERSION: version } = config;
    const whatsapp = createWhatsApp({ baseUrl, token, phoneNumberId, version });
    const mail = mailOf(config);
    // The worker goes on without a mail server: letters wait for it.
    mail
      ?.check()
      .catch((error: unknown) => log.error({ alarm: 'mail server not usable', err: error }, 'message alarm'));
    const lookAtPortal = portalLook(config, database, mail);
    return buildContext(config, database, bus, { whatsapp, mail, lookAtPortal }, log);
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
  chores: ({ database, lookAtPortal }) => [
    { name: 'message days', everyMs: HOUR_MS, work: () => foldMessageDays(database) },
    ...(lookAtPortal ? [{ name: 'watch of the portal', everyMs: MINUTE_MS, work: lookAtPortal }] : []),
  ],
  retention: ({ database }) => retentionRules(database),
  metrics: (metrics, { database }) => watchFigures(metrics, database),
};
