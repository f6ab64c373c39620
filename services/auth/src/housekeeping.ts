import { brokenLink, sealAudit } from '@gerbang/service-kit/audit-chain';
import type { Database, Db } from '@gerbang/service-kit/database';
import type { Logger } from '@gerbang/service-kit/logger';
import { DAY_MS, HOUR_MS, MINUTE_MS, startChores } from '@gerbang/service-kit/timers';

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

async function eachMinute(database: Database, log: Logger): Promise<void> {
  await sealAudit(database);
  const wrong = await wrongCodesInAnHour(database.knex);
  if (wrong >= ALARM_AT) log.error({ event: 'reset_codes_under_attack', wrong });
}

/** Somebody with more rights than the service changed the trail: said loudly, every night (reliability I14). */
async function checkTrail(database: Database, log: Logger): Promise<void> {
  const position = await brokenLink(database.knex);
  if (position !== null) log.error({ event: 'audit_trail_broken', position });
}

/** Seals the trail each minute, sweeps each hour, checks the trail each day; answers how to stop. */
export function startHousekeeping(database: Database, log: Logger): () => Promise<void> {
  return startChores(log, [
    { name: 'minute', everyMs: MINUTE_MS, work: () => eachMinute(database, log) },
    { name: 'sweep', everyMs: HOUR_MS, work: () => sweep(database) },
    { name: 'trail', everyMs: DAY_MS, work: () => checkTrail(database, log) },
  ]);
}
