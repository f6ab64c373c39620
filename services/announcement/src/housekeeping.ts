import { deleteOldProcessedEvents } from '@gerbang/service-kit/events/consumers';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Metrics } from '@gerbang/service-kit/program/metrics';
import { watchChecks } from '@gerbang/service-kit/program/process-figures';
import { retentionChore, trailRule } from '@gerbang/service-kit/data/retention';
import { HOUR_MS, startChores } from '@gerbang/service-kit/program/timers';
import { trailChores } from '@gerbang/service-kit/audit/trail-chores';

/** Deletes stored answers and delivered events that no rule looks at any more. */
export async function sweep(database: Database): Promise<void> {
  await database.knex.raw(`
    delete from outbox where relayed_at < now() - interval '1 day';
    delete from idempotency_keys where created_at < now() - interval '1 day';
  `);
  await deleteOldProcessedEvents(database.knex);
}

/** Seals the trail each minute, sweeps each hour, checks the trail each day; answers how to stop. */
export function startHousekeeping(database: Database, log: Logger, metrics: Metrics): () => Promise<void> {
  const record = watchChecks(metrics, ['audit']);
  return startChores(log, [
    ...trailChores(database, log, record),
    { name: 'sweep', everyMs: HOUR_MS, work: () => sweep(database) },
    retentionChore({ database, now: () => new Date() }, log, [trailRule(database)]),
  ]);
}
