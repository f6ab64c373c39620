import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';
import type { ResetLimits } from '../account-record/live-codes.repository.ts';

/** The code that an account can use now, and the number that it was sent to. */
export type LivePhoneCode = Pick<Tables['phone_codes'], 'id' | 'phone' | 'salt' | 'code_hash'>;

/** A request for a code: the account and the number. `perNumber` limits the number's codes of a day over all accounts. */
export interface Wanted {
  readonly userId: string;
  readonly phone: string;
  readonly isChange: boolean;
  readonly perNumber: number;
}

/**
 * Seconds until another code may be made; 0 = now. Lock the account and the number before. A present number and a change
 * have a minute each, hour and day are the account's.
 */
export async function secondsToWait(trx: Db, wanted: Wanted, limits: ResetLimits): Promise<number> {
  const { rows } = await trx.raw(
    `with asked as (
       select user_id = :userId as own, is_change = :isChange as same, extract(epoch from clock_timestamp() - created_at) as age,
         row_number() over (partition by user_id = :userId, is_change order by created_at desc) as nth_of_kind,
         row_number() over (partition by user_id = :userId order by created_at desc) as nth,
         phone = :phone as to_number,
         row_number() over (partition by phone = :phone order by created_at desc) as nth_of_number
       from phone_codes
       where (user_id = :userId or phone = :phone) and created_at > now() - interval '1 day'
     )
     select greatest(0,
       max(60 - age) filter (where own and same and nth_of_kind = :perMinute),
       max(3600 - age) filter (where own and nth = :perHour),
       max(86400 - age) filter (where own and nth = :perDay),
       max(86400 - age) filter (where to_number and nth_of_number = :perNumber))::float8 as wait
     from asked`,
    { ...wanted, ...limits },
  );
  return Math.ceil((rows as Array<{ wait: number | null }>)[0]?.wait ?? 0);
}

export type NewPhoneCode = Pick<
  Tables['phone_codes'],
  'id' | 'user_id' | 'phone' | 'is_change' | 'salt' | 'code_hash'
>;

/** Stores a code's hash; returns when it expires. */
export async function insertPhoneCode(trx: Db, code: NewPhoneCode, minutes: number): Promise<Date> {
  const [row] = await trx('phone_codes')
    .insert({ ...code, expires_at: trx.raw('now() + make_interval(mins => ?)', [minutes]) })
    .returning<Array<{ expires_at: Date }>>('expires_at');
  if (!row) throw new Error('insert returned no row');
  return new Date(row.expires_at);
}

/** Counts a try on the live code before it is compared; undefined when there is no code or no try left. */
export async function claimPhoneTry(db: Db, userId: string): Promise<LivePhoneCode | undefined> {
  const { rows } = await db.raw(
    `update phone_codes set attempts = attempts + 1
     where user_id = ? and used_at is null and voided_at is null and expires_at > clock_timestamp() and attempts < 5
     returning id, phone, salt, code_hash`,
    [userId],
  );
  return (rows as LivePhoneCode[])[0];
}

/** Uses a code up, once. */
export async function consumePhoneCode(trx: Db, id: string): Promise<boolean> {
  const changed = await trx('phone_codes')
    .where({ id })
    .whereNull('used_at')
    .whereNull('voided_at')
    .update({ used_at: trx.fn.now() });
  return changed === 1;
}
