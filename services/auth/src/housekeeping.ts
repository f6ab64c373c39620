import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Metrics } from '@gerbang/service-kit/program/metrics';
import { watchChecks } from '@gerbang/service-kit/program/process-figures';
import { retentionChore, trailRule } from '@gerbang/service-kit/data/retention';
import { HOUR_MS, MINUTE_MS, startChores } from '@gerbang/service-kit/program/timers';
import { trailChores } from '@gerbang/service-kit/audit/trail-chores';

/** More wrong codes than this in an hour, over all accounts, are an attack (reliability G6). */
const ALARM_AT = 200;

/** Tries at reset codes of the last hour, over all accounts. */
export async function wrongCodesInAnHour(db: Db): Promise<number> {
  const { rows } = await db.raw(
    `select coalesce(sum(attempts), 0)::int as wrong from password_reset_codes
     where created_at > now() - interval '1 hour'`,
  );
  return (rows as Array<{ wrong: number }>)[0]?.wrong ?? 0;
}

/** Deletes counters, dead codes and delivered events that no rule looks at any more. */
export async function sweep(database: Database): Promise<void> {
  await database.knex.raw(`
    delete from throttles where last_at < now() - interval '1 day';
    delete from password_reset_codes where created_at < now() - interval '2 days';
    delete from password_reset_guards where updated_at < now() - interval '90 days';
    delete from outbox where relayed_at < now() - interval '1 day';
    delete from idempotency_keys where created_at < now() - interval '1 day';
  `);
}

async function watchCodes(database: Database, log: Logger): Promise<void> {
  const wrong = await wrongCodesInAnHour(database.knex);
  if (wrong >= ALARM_AT) log.error({ event: 'reset_codes_under_attack', wrong });
}

/** Seals the trail each minute, sweeps each hour, checks the trail each day; answers how to stop. */
export function startHousekeeping(database: Database, log: Logger, metrics: Metrics): () => Promise<void> {
  const record = watchChecks(metrics, ['audit']);
  return startChores(log, [
    ...trailChores(database, log, record),
    { name: 'codes', everyMs: MINUTE_MS, work: () => watchCodes(database, log) },
    { name: 'sweep', everyMs: HOUR_MS, work: () => sweep(database) },
    retentionChore({ database, now: () => new Date() }, log, [trailRule(database)]),
  ]);
}
