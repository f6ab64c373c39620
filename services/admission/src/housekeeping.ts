import { deleteOldProcessedEvents } from '@gerbang/service-kit/events/consumers';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Metrics } from '@gerbang/service-kit/program/metrics';
import { watchChecks } from '@gerbang/service-kit/program/process-figures';
import type { Context } from './context.ts';
import { overdueErasures } from './erasure-requests/erasure-requests.repository.ts';
import { retentionRules } from './retention/retention.ts';
import { foldCounts } from './staff-registrations/registration-counts.ts';
import { retentionChore } from '@gerbang/service-kit/data/retention';
import { HOUR_MS, MINUTE_MS, startChores } from '@gerbang/service-kit/program/timers';
import { trailChores } from '@gerbang/service-kit/audit/trail-chores';

/** Deletes dead codes, stored answers and delivered events that no rule looks at any more. */
export async function sweep(database: Database): Promise<void> {
  await database.knex.raw(`
    delete from contact_phone_codes where created_at < now() - interval '2 days';
    delete from outbox where relayed_at < now() - interval '1 day';
    delete from idempotency_keys where created_at < now() - interval '1 day';
  `);
  await deleteOldProcessedEvents(database.knex);
}

/** Requests to erase that nobody has acted on within the law's time: said every hour (UU 27/2022, article 40). */
async function watchClocks(database: Database, log: Logger): Promise<void> {
  const overdue = await overdueErasures(database.knex);
  if (overdue > 0) log.error({ event: 'erasure_requests_overdue', overdue });
}

/** Seals the trail and adds up the counts each minute, sweeps each hour, checks the trail and ends what is over each day; answers how to stop. */
export function startHousekeeping(context: Context, metrics: Metrics): () => Promise<void> {
  const { database, log } = context;
  const record = watchChecks(metrics, ['audit']);
  return startChores(log, [
    ...trailChores(database, log, record),
    { name: 'counts', everyMs: MINUTE_MS, work: async () => void (await foldCounts(database)) },
    { name: 'sweep', everyMs: HOUR_MS, work: () => sweep(database) },
    { name: 'clocks', everyMs: HOUR_MS, work: () => watchClocks(database, log) },
    retentionChore(context, log, retentionRules(context)),
  ]);
}
