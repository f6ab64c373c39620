import type { Db } from '@gerbang/service-kit/data/database';
import { type ResetLimits, voidLive } from '../account-record/live-codes.repository.ts';
import type { Tables } from '../database.types.ts';

/** What the codes and counters of a caller are kept under. */
export interface CodeKeys {
  /** Codes live under it. A known device has codes of its own, which strangers neither replace nor use up. */
  readonly key: string;
  /** Wrong codes add up under it: strangers', or those of all known devices of the account. */
  readonly guard: string;
  /** The known device, where the call comes from one. */
  readonly device: string | undefined;
}

/** The code that an account can use now. */
export type LiveCode = Pick<
  Tables['password_reset_codes'],
  'id' | 'user_id' | 'salt' | 'code_hash' | 'mailed_at'
>;

/** Waits for other requests of the same account key, known or unknown, and locks it until the transaction ends. */
export async function lockAccountKey(trx: Db, accountKey: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [accountKey]);
}

/** Known devices of an account together get as many codes a day as this many of them. */
const DEVICES = 3;

/** Whether another code may be sent now. */
export async function mayRequestCode(
  trx: Db,
  { key, guard, device }: CodeKeys,
  limits: ResetLimits,
): Promise<boolean> {
  const { rows } = await trx.raw(
    `select count(*) filter (where created_at > now() - interval '1 minute') < ?
        and count(*) filter (where created_at > now() - interval '1 hour') < ?
        and count(*) < ? as free
     from password_reset_codes where account_key = ? and created_at > now() - interval '1 day'`,
    [limits.perMinute, limits.perHour, limits.perDay, key],
  );
  if ((rows as Array<{ free: boolean }>)[0]?.free !== true || (await isClosed(trx, guard))) return false;
  return device === undefined || (await codesOfDevices(trx, key)) < DEVICES * limits.perDay;
}

/** The codes of the last day from all known devices of the account that a device's key names. */
async function codesOfDevices(trx: Db, key: string): Promise<number> {
  const [account = ''] = key.split(':', 1);
  const row = await trx('password_reset_codes')
    .where({ user_id: account })
    .whereNot('account_key', account)
    .whereRaw(`created_at > now() - interval '1 day'`)
    .count<{ count: string }[]>('id as count')
    .first();
  return Number(row?.count ?? 0);
}

/** Whether too many wrong codes have closed resetting for now. */
export async function isClosed(trx: Db, accountKey: string): Promise<boolean> {
  const row = await trx('password_reset_guards')
    .select('account_key')
    .where('account_key', accountKey)
    .where('closed_until', '>', trx.fn.now())
    .first();
  return row !== undefined;
}

/** Voids the live code under a key, because a new one was requested. */
export async function voidLiveCode(trx: Db, accountKey: string): Promise<void> {
  await voidLive(trx, 'password_reset_codes', { account_key: accountKey });
}

export interface NewCode {
  readonly id: string;
  readonly accountKey: string;
  readonly userId: string | null;
  readonly salt: Buffer;
  readonly hash: Buffer;
  readonly minutes: number;
}

/** Stores a code's hash; returns when the code expires. */
export async function insertCode(trx: Db, code: NewCode): Promise<Date> {
  const [row] = await trx('password_reset_codes')
    .insert({
      id: code.id,
      account_key: code.accountKey,
      user_id: code.userId,
      salt: code.salt,
      code_hash: code.hash,
      expires_at: trx.raw('now() + make_interval(mins => ?)', [code.minutes]),
    })
    .returning<Array<{ expires_at: Date }>>('expires_at');
  if (!row) throw new Error('insert returned no row');
  return new Date(row.expires_at);
}

/** The code under a key that can still be used, and whether a letter with it went out. */
export async function liveCode(
  trx: Db,
  accountKey: string,
): Promise<
  Pick<Tables['password_reset_codes'], 'id' | 'salt' | 'code_hash' | 'expires_at' | 'mailed_at'> | undefined
> {
  const { rows } = await trx.raw(
    `select id, salt, code_hash, expires_at, mailed_at from password_reset_codes
     where account_key = ? and used_at is null and voided_at is null and expires_at > clock_timestamp() and attempts < 5`,
    [accountKey],
  );
  return rows[0];
}

/** Notes that a letter with the code goes out. */
export async function markMailed(trx: Db, id: string): Promise<void> {
  await trx('password_reset_codes').where({ id }).update({ mailed_at: trx.fn.now() });
}

/** Counts a try of the live code before the comparison; undefined when there is no code or no try left. */
export async function claimTry(trx: Db, accountKey: string): Promise<LiveCode | undefined> {
  const { rows } = await trx.raw(
    `update password_reset_codes set attempts = attempts + 1
     where account_key = ? and used_at is null and voided_at is null
       and expires_at > clock_timestamp() and attempts < 5
     returning id, user_id, salt, code_hash, mailed_at`,
    [accountKey],
  );
  return (rows as LiveCode[])[0];
}

/** Gives a try back after a right code, so that verifying and then resetting is one try. */
export async function returnTry(trx: Db, id: string): Promise<void> {
  await trx('password_reset_codes').where({ id }).decrement('attempts', 1);
}

export async function consumeCode(trx: Db, id: string): Promise<boolean> {
  const changed = await trx('password_reset_codes')
    .where({ id })
    .whereNull('used_at')
    .update({ used_at: trx.fn.now() });
  return changed === 1;
}

/** Counts a wrong code over all codes of the account; at the limit resetting closes for 24 hours. */
export async function countWrongCode(trx: Db, accountKey: string, limit: number): Promise<void> {
  await trx.raw(
    `insert into password_reset_guards as g (account_key, wrong) values (?, 1)
     on conflict (account_key) do update set
       wrong = case when g.closed_until <= now() then 1 else g.wrong + 1 end,
       closed_until = case
         when g.closed_until > now() then g.closed_until
         when g.closed_until is null and g.wrong + 1 >= ? then now() + interval '24 hours' end,
       updated_at = now()`,
    [accountKey, limit],
  );
}

export async function forgetWrongCodes(trx: Db, accountKey: string): Promise<void> {
  await trx('password_reset_guards').where('account_key', accountKey).delete();
}
