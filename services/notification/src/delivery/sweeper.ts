import type { Bus } from '@gerbang/service-kit/events/bus';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { dueRows, endExpired, forgetWork } from './repository.ts';
import { addSendJob } from './send-job.ts';
import type { WebhookInbox } from '../webhooks/webhook.ts';

const EVERY_MS = 30_000;
const BATCH = 2000;

/**
 * The truth is the row, the queue only a bell: every 30 s due rows are rung for again, whatever became of their jobs;
 * an emptied queue loses nothing (reliability, Messages: Design 2).
 */
export function createSweeper(options: {
  database: Database;
  bus: Bus;
  webhooks: WebhookInbox;
  logger: Logger;
}) {
  const { database, bus, webhooks, logger } = options;
  let running: Promise<void> = Promise.resolve();

  async function sweep(): Promise<void> {
    await endExpired(database.knex);
    await webhooks.retryEarly();
    for (const row of await dueRows(database.knex, BATCH)) await addSendJob(bus, row);
    await forgetWork(database.knex);
  }

  return {
    sweep,
    /** Sweeps at once and every 30 s; answers how to stop. */
    start(): () => Promise<void> {
      let busy = false;
      const tick = () => {
        if (busy) return;
        busy = true;
        running = sweep()
          .catch((error: unknown) => logger.warn({ err: error }, 'sweep will be tried again'))
          .finally(() => {
            busy = false;
          });
      };
      tick();
      const timer = setInterval(tick, EVERY_MS);
      return async () => {
        clearInterval(timer);
        await running;
      };
    },
  };
}
