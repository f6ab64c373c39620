import { brokenLink, sealAudit } from '@gerbang/service-kit/audit-chain';
import { sweepProcessedEvents } from '@gerbang/service-kit/consumers';
import type { Database } from '@gerbang/service-kit/database';
import type { Logger } from '@gerbang/service-kit/logger';
import { verifyBooks } from './books/books.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startChores } from '@gerbang/service-kit/timers';

/** Deletes stored answers and delivered events that no rule looks at any more. */
export async function sweep(database: Database): Promise<void> {
  await database.knex.raw(`
    delete from outbox where relayed_at < now() - interval '1 day';
    delete from idempotency_keys where created_at < now() - interval '1 day';
  `);
  await sweepProcessedEvents(database.knex);
}

/** Somebody with more rights than the service changed the trail: said loudly, every day (reliability I14). */
async function checkTrail(database: Database, log: Logger): Promise<void> {
  const position = await brokenLink(database.knex);
  if (position !== null) log.error({ event: 'audit_trail_broken', position });
}

/** Books that do not balance are the work of somebody with more rights than the service: said loudly (reliability I2). */
export async function checkBooks(database: Database, log: Logger): Promise<void> {
  for (const imbalance of await verifyBooks(database))
    log.error({ event: 'books_out_of_balance', ...imbalance });
}

/** Seals the trail each minute, sweeps each hour, checks trail and books each day; answers how to stop. */
export function startHousekeeping(database: Database, log: Logger): () => Promise<void> {
  return startChores(log, [
    { name: 'seal', everyMs: MINUTE_MS, work: async () => void (await sealAudit(database)) },
    { name: 'sweep', everyMs: HOUR_MS, work: () => sweep(database) },
    { name: 'trail', everyMs: DAY_MS, work: () => checkTrail(database, log) },
    { name: 'books', everyMs: DAY_MS, work: () => checkBooks(database, log) },
  ]);
}
