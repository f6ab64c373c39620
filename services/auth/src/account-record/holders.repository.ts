import type { Db } from '@gerbang/service-kit/data/database';

/** An account that logs in by a number, and whether it has proved the number; a profile's number always is. */
export interface Holder {
  readonly id: string;
  readonly proved: boolean;
}

/** SQL of the active accounts that log in by the number in the parameter `phone`, each once. */
export const holders = (phone: string) => `
  select id, bool_or(proved) as proved from (
    select id, phone_verified_at is not null as proved from users where contact_phone = ${phone} and deleted_at is null
    union all select user_id, true from login_phones where phone = ${phone}) as held
  group by id`;

/** The active accounts that log in by a number, each once. */
export async function holdersOf(db: Db, phone: string): Promise<Holder[]> {
  const { rows } = await db.raw(holders('?'), [phone, phone]);
  return rows as Holder[];
}

/**
 * SQL that keeps other writers of the number in the parameter `phone` waiting until the transaction ends; the tables'
 * triggers take the same lock.
 */
export const numberLock = (phone: string) =>
  `select pg_advisory_xact_lock(hashtextextended('login-phone:' || ${phone}, 0))`;

/** Takes `numberLock`. */
export async function lockNumber(trx: Db, phone: string): Promise<void> {
  await trx.raw(numberLock('?'), [phone]);
}
