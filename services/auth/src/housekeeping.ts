import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { type Chore, HOUR_MS, MINUTE_MS } from '@gerbang/service-kit/program/timers';
import type { Context } from './context.ts';

/** More wrong codes than this in an hour, over all accounts, are an attack. */
const ALARM_AT = 200;

/** Attempts at reset codes of the last hour, over all accounts. */
export async function wrongCodesInAnHour(db: Db): Promise<number> {
  const { rows } = await db.raw(
    `select coalesce(sum(attempts), 0)::int as wrong from password_reset_codes
     where created_at > now() - interval '1 hour'`,
  );
  return (rows as Array<{ wrong: number }>)[0]?.wrong ?? 0;
}

/** Deletes counters, expired codes, stored responses and delivered events that no rule reads any more. */
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

/** Recurring work of the service. */
export const chores = ({ database, log }: Context): Chore[] => [
  { name: 'codes', everyMs: MINUTE_MS, work: () => watchCodes(database, log) },
  { name: 'sweep', everyMs: HOUR_MS, work: () => sweep(database) },
];
