import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { lifetimeOf } from './sessions/session-store.ts';

const EVERY_MS = 10 * 60_000;
const BATCH = 1000;

async function inBatches(remove: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const removed = await remove();
    all += removed;
    if (removed < BATCH) return all;
  }
}

/** Deletes expired sessions and request counters, in batches so that no lock is held long. Returns how many of each. */
export async function deleteExpired(
  database: Database,
  now: number,
): Promise<{ sessions: number; limits: number }> {
  const parent = lifetimeOf('wali_murid');
  const staff = lifetimeOf('cs');
  const sessions = await inBatches(async () => {
    const { rowCount } = await database.knex.raw(
      `delete from sessions where hash in (
         select hash from sessions
         where case when role = 'wali_murid' then last_seen <= :parentIdle or created_at <= :parentAge
                    else last_seen <= :staffIdle or created_at <= :staffAge end
         limit :batch for update skip locked)`,
      {
        parentIdle: now - parent.idle,
        parentAge: now - parent.absolute,
        staffIdle: now - staff.idle,
        staffAge: now - staff.absolute,
        batch: BATCH,
      },
    );
    return rowCount as number;
  });
  const limits = await inBatches(async () => {
    const { rowCount } = await database.knex.raw(
      `delete from limits where key in (
         select key from limits where until <= now() limit ? for update skip locked)`,
      [BATCH],
    );
    return rowCount as number;
  });
  return { sessions, limits };
}

/** Deletes expired rows every ten minutes; `stop` waits for a running deletion. */
export function startDeletingExpired(
  database: Database,
  logger: Logger,
  now: () => number,
): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = deleteExpired(database, now()).catch((error: unknown) =>
      logger.warn({ err: error }, 'expired sessions were not swept'),
    );
  }, EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
