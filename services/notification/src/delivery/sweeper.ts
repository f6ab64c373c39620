import type { Bus } from '@gerbang/service-kit/events/bus';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { endExpired, switchToEmail } from './message-status.repository.ts';
import { dueRows, forgetWork } from './due-messages.repository.ts';
import { addSendJob } from './send-job.ts';

const EVERY_MS = 30_000;
const BATCH = 2000;

/** Every 30 s wakes the senders and adds jobs for due codes, so that a lost job or an emptied queue loses no message. */
export function createSweeper(options: {
  database: Database;
  bus: Bus;
  /** What came of messages that were not known yet. */
  webhooks: { retryEarly: () => Promise<void> };
  logger: Logger;
}) {
  const { database, bus, webhooks, logger } = options;
  let running: Promise<void> = Promise.resolve();

  let wakeSenders: (() => void) | undefined;
  let wakeLetters: (() => void) | undefined;

  async function sweep(): Promise<void> {
    await endExpired(database.knex);
    await webhooks.retryEarly();
    wakeSenders?.();
    if (wakeLetters) {
      const switched = await switchToEmail(database);
      if (switched > 0) logger.info({ count: switched }, 'messages go by e-mail from here');
      wakeLetters();
    }
    const due = await dueRows(database.knex, BATCH, { codesOnly: wakeSenders !== undefined });
    for (const row of due) await addSendJob(bus, row);
    await forgetWork(database.knex);
  }

  return {
    sweep,
    /**
     * Sweeps now and every 30 s; only codes need jobs where `wake` lets the others be sent. With `wakeMail` messages that
     * WhatsApp does not bring go by e-mail. Returns how to stop.
     */
    start(wake?: () => void, wakeMail?: () => void): () => Promise<void> {
      wakeSenders = wake;
      wakeLetters = wakeMail;
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
