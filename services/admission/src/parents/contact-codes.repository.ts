import type { Db } from '@gerbang/service-kit/data/database';

/** How many codes may be made in how many seconds. */
export interface Window {
  readonly limit: number;
  readonly seconds: number;
}

/** The columns that codes are counted by: account, number, and the address of the request. */
export type CountedBy = 'user_id' | 'phone' | 'address_key';

/** Seconds until another code may be made; 0 = now. The clock is the database's. */
export async function secondsToWait(
  trx: Db,
  column: CountedBy,
  value: string,
  windows: readonly Window[],
): Promise<number> {
  const most = Math.max(...windows.map((window) => window.limit));
  const ages = await trx('contact_phone_codes')
    .where(column, value)
    .where('created_at', '>', trx.raw("now() - interval '1 day'"))
    .orderBy('created_at', 'desc')
    .limit(most)
    .select<Array<{ age: number }>>(
      trx.raw('extract(epoch from clock_timestamp() - created_at)::float8 as age'),
    );
  return Math.max(
    0,
    ...windows.map(({ limit, seconds }) => {
      const oldest = ages[limit - 1];
      return oldest ? seconds - oldest.age : 0;
    }),
  );
}

/** Lets one request at a time run for the same number or address, so that parallel ones are counted too. */
export async function lockCounter(trx: Db, column: CountedBy, value: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`contact-code:${column}:${value}`]);
}

/** Voids the live code of an account: a new one was requested, or the number changed. */
export async function voidContactCodes(trx: Db, userId: string): Promise<void> {
  await trx('contact_phone_codes')
    .where({ user_id: userId })
    .whereNull('used_at')
    .whereNull('voided_at')
    .update({ voided_at: trx.fn.now() });
}

export interface NewContactCode {
  readonly id: string;
  readonly userId: string;
  readonly phone: string;
  readonly salt: Buffer;
  readonly hash: Buffer;
  readonly addressKey: string;
  readonly minutes: number;
}

/** Stores a code's hash; returns when it expires. */
export async function insertContactCode(trx: Db, code: NewContactCode): Promise<Date> {
  const [row] = await trx('contact_phone_codes')
    .insert({
      id: code.id,
      user_id: code.userId,
      phone: code.phone,
      salt: code.salt,
      code_hash: code.hash,
      address_key: code.addressKey,
      expires_at: trx.raw('now() + make_interval(mins => ?)', [code.minutes]),
    })
    .returning<Array<{ expires_at: Date }>>('expires_at');
  if (!row) throw new Error('insert returned no row');
  return new Date(row.expires_at);
}

export interface LiveContactCode {
  readonly id: string;
  readonly phone: string;
  readonly salt: Buffer;
  readonly code_hash: Buffer;
  /** The profile's version at the try. */
  readonly version: number;
}

/**
 * Counts a try on the live code before it is compared; undefined when no try is left, or when the code went to another
 * number than the profile's.
 */
export async function claimContactTry(db: Db, userId: string): Promise<LiveContactCode | undefined> {
  const { rows } = await db.raw(
    `update contact_phone_codes c set attempts = attempts + 1 from parents p
     where c.user_id = ? and p.user_id = c.user_id and p.contact_phone = c.phone
       and c.used_at is null and c.voided_at is null and c.expires_at > clock_timestamp() and c.attempts < 5
     returning c.id, c.phone, c.salt, c.code_hash, p.version`,
    [userId],
  );
  return (rows as LiveContactCode[])[0];
}

/** Gives a try back: the right code costs none when a later step fails. */
export async function returnContactTry(db: Db, id: string): Promise<void> {
  await db('contact_phone_codes').where({ id }).where('attempts', '>', 0).decrement('attempts', 1);
}

/** Uses a code up, once. */
export async function consumeContactCode(trx: Db, id: string): Promise<boolean> {
  const changed = await trx('contact_phone_codes')
    .where({ id })
    .whereNull('used_at')
    .whereNull('voided_at')
    .update({ used_at: trx.fn.now() });
  return changed === 1;
}

/** Deletes codes that no limit counts any more. */
export async function deleteOldContactCodes(db: Db): Promise<void> {
  await db.raw(`delete from contact_phone_codes where created_at < now() - interval '2 days'`);
}
