import type { Database, Db } from '@gerbang/service-kit/data/database';
import { SWEEP_OUTBOXES } from '@gerbang/service-kit/events/relay.repository';

/** Attempts at reset codes of the last hour, over all accounts. */
export async function wrongCodesInAnHour(db: Db): Promise<number> {
  const { rows } = await db.raw(
    `select coalesce(sum(attempts), 0)::int as wrong from password_reset_codes
     where created_at > now() - interval '1 hour'`,
  );
  return (rows as Array<{ wrong: number }>)[0]?.wrong ?? 0;
}

/** Numbers that left an unproved account within a day, because another account proved them. */
export async function numbersFreedInADay(db: Db): Promise<number> {
  const { rows } = await db.raw(
    `select count(*)::int as freed from audit_events where at > now() - interval '1 day' and action = 'phone.freed'`,
  );
  return (rows as Array<{ freed: number }>)[0]?.freed ?? 0;
}

/** Deletes counters, expired codes, former numbers, stored responses and delivered events that no rule reads any more. */
export async function sweep(database: Database): Promise<void> {
  await database.knex.raw(`
    delete from login_line where seen_at < now() - interval '1 minute';
    delete from throttles where last_at < now() - interval '1 day';
    delete from registration_places where window_started_at < now() - interval '1 hour';
    delete from password_reset_codes where created_at < now() - interval '2 days' and expires_at < now();
    delete from email_tokens where created_at < now() - interval '3 days';
    delete from phone_codes where created_at < now() - interval '2 days';
    delete from password_reset_guards where updated_at < now() - interval '90 days';
    delete from former_phones where changed_at < now() - interval '3 days';
    delete from factor_steps where expires_at < now() - interval '1 hour';
    delete from factors where confirmed_at is null and created_at < now() - interval '1 day';
    delete from factor_clearances where requested_at < now() - interval '1 day';
    ${SWEEP_OUTBOXES}
    delete from idempotency_keys where created_at < now() - interval '1 day';
  `);
}
