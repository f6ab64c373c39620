import type { Database } from '@gerbang/service-kit/database';
import type { Logger } from '@gerbang/service-kit/logger';
import type { SessionStore } from './sessions/session-store.ts';

const EVERY_MS = 10 * 60_000;

/** Removes expired sessions and counters; several gateways may do it at once. */
export function startSweeper(options: {
  store: SessionStore;
  database: Database;
  logger: Logger;
}): () => void {
  const { store, database, logger } = options;
  const timer = setInterval(() => {
    const counters = database.knex('rate_limits').where('expires_at', '<', database.knex.fn.now()).delete();
    Promise.all([store.sweep(), counters]).catch((error: unknown) => logger.warn({ err: error }, 'sweep'));
  }, EVERY_MS);
  return () => clearInterval(timer);
}
