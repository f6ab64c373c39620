import { deleteOldProcessedEvents } from '@gerbang/service-kit/events/consumers';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Metrics } from '@gerbang/service-kit/program/metrics';
import { type RecordCheck, watchChecks } from '@gerbang/service-kit/program/process-figures';
import { retentionChore, trailRule } from '@gerbang/service-kit/data/retention';
import { DAY_MS, HOUR_MS, startChores } from '@gerbang/service-kit/program/timers';
import { FIRST_CHECK_MS, trailChores } from '@gerbang/service-kit/audit/trail-chores';
import { verifyBooks } from './invoice-payments/ledger.repository.ts';

/** Deletes stored answers and delivered events that no rule looks at any more. */
export async function sweep(database: Database): Promise<void> {
  await database.knex.raw(`
    delete from outbox where relayed_at < now() - interval '1 day';
    delete from idempotency_keys where created_at < now() - interval '1 day';
  `);
  await deleteOldProcessedEvents(database.knex);
}

/** Books that do not balance are the work of somebody with more rights than the service: said loudly (reliability I2). */
export async function checkBooks(database: Database, log: Logger, record?: RecordCheck): Promise<void> {
  const found = await verifyBooks(database);
  for (const imbalance of found) log.error({ event: 'books_out_of_balance', ...imbalance });
  record?.('books', found.length);
}

/** Seals the trail each minute, sweeps each hour, checks trail and books each day; answers how to stop. */
export function startHousekeeping(database: Database, log: Logger, metrics: Metrics): () => Promise<void> {
  const record = watchChecks(metrics, ['audit', 'books']);
  return startChores(log, [
    ...trailChores(database, log, record),
    { name: 'sweep', everyMs: HOUR_MS, work: () => sweep(database) },
    retentionChore({ database, now: () => new Date() }, log, [trailRule(database)]),
    {
      name: 'books',
      everyMs: DAY_MS,
      firstMs: FIRST_CHECK_MS,
      work: () => checkBooks(database, log, record),
    },
  ]);
}
