import type { Bus, BusJob } from '@gerbang/service-kit/events/bus';
import { startConsumers } from '@gerbang/service-kit/events/consumers';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { createSealer, type KeyRing } from '@gerbang/service-kit/data/sealing';
import { createServer } from '@gerbang/service-kit/http/server';
import type { Metrics } from '@gerbang/service-kit/program/metrics';
import { accountHandlers } from './accounts/accounts.ts';
import { watchBackups } from './backup-figure.ts';
import { boardRoutes } from './messages/messages.routes.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createIntake } from './delivery/intake.ts';
import { watchMessages } from './delivery/message-figures.ts';
import { createPace } from './delivery/pace.ts';
import { SEND } from './delivery/send-job.ts';
import { clearStops } from './delivery/stops.ts';
import { createSweeper } from './delivery/sweeper.ts';
import { createWebhookInbox } from './webhooks/webhook.ts';
import { webhookRoutes } from './webhooks/webhook.routes.ts';
import type { MessageProvider } from './delivery/whatsapp.ts';

export interface ServiceOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly provider: MessageProvider;
  /** Checks the gateway's identity at the board's calls. */
  readonly identity: Verifier;
  readonly busKeys: KeyRing;
  readonly columnKeys: KeyRing;
  readonly appSecret: string;
  readonly verifyToken: string;
  readonly publicOrigin: string;
  readonly bulkRate: number;
  readonly logger: Logger;
  readonly metrics?: Metrics;
}

const CODE_CONCURRENCY = 8;
/**
 * At the provider's 80 a second, answers may take 300 ms (performance P13). At a slow pace fewer are in hand, so that what
 * waits for its turn holds up no stop of the program.
 */
const bulkConcurrency = (rate: number) => Math.min(24, Math.max(4, rate));

/** The worker without its listener: the same for `main.ts` and for the tests. */
export async function createService(options: ServiceOptions) {
  const { database, bus, logger, metrics } = options;
  const { columnKeys } = options;
  const columns = createSealer(columnKeys);
  const busSealer = createSealer(options.busKeys);
  const intake = createIntake({
    database,
    bus: busSealer,
    columns,
    columnKeys,
    publicOrigin: options.publicOrigin,
    logger,
  });
  const delivery = createDelivery({ database, bus, provider: options.provider, columns, logger });
  const webhooks = createWebhookInbox(database, logger);
  const sweeper = createSweeper({ database, bus, webhooks, logger });

  async function work(job: BusJob): Promise<void> {
    if (job.type === 'message.requested') {
      const asked = delivery.clock();
      const begun = await intake(job, delivery.leases);
      if (begun) return delivery.send(begun, asked);
    } else if (job.type !== SEND) throw new Error(`No handler for ${job.type}`);
    await delivery.deliver(job.id);
  }

  const app = createServer({
    name: 'notification',
    logger,
    ...(metrics && { metrics }),
    ready: async () => {
      await database.ping();
      await bus.ping('notification');
    },
  });
  boardRoutes(app, options.identity, { database, bus, columns, columnKeys, log: logger });
  webhookRoutes(app, { inbox: webhooks, appSecret: options.appSecret, verifyToken: options.verifyToken });

  if (metrics) {
    watchMessages(metrics, database);
    watchBackups(metrics, database);
  }

  return {
    app,
    sweeper,
    webhooks,
    deliver: (id: string) => delivery.deliver(id),
    intake,
    /** Begins to work the queues; codes have workers of their own and no pace. Answers how to stop the sweeper. */
    async start(): Promise<() => Promise<void>> {
      // Without the database the process waits for it like at any other time; stops end by themselves.
      await clearStops(database.knex).catch((error: unknown) =>
        logger.warn({ err: error }, 'stops stay in force'),
      );
      bus.worker('notification-codes', work, { concurrency: CODE_CONCURRENCY });
      const paced = createPace(database, options.bulkRate);
      const bulk = (job: BusJob) => paced(job.id, () => work(job));
      bus.worker('notification', bulk, { concurrency: bulkConcurrency(options.bulkRate) });
      startConsumers({
        bus,
        database,
        sealer: busSealer,
        queue: 'notification-accounts',
        handlers: accountHandlers(columnKeys, createOutbox(busSealer)),
      });
      return sweeper.start();
    },
  };
}
