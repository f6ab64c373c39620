import type { Db } from '@gerbang/service-kit/data/database';

/** How many codes may be requested for one account. */
export interface ResetLimits {
  readonly perMinute: number;
  readonly perHour: number;
  readonly perDay: number;
  /** Wrong codes since the last success after which resetting is closed for 24 hours. */
  readonly wrong: number;
}

/** Voids the codes or links that can still be used, and says so in their rows. */
export async function voidLive(
  trx: Db,
  table: 'password_reset_codes' | 'phone_codes' | 'email_tokens',
  where: { account_key: string } | { user_id: string },
): Promise<void> {
  await trx(table)
    .where(where)
    .whereNull('used_at')
    .whereNull('voided_at')
    .update({ voided_at: trx.fn.now() });
}

/** Voids every reset code of an account, of strangers and known devices alike, because the account changed. */
export const voidCodes = (trx: Db, userId: string): Promise<void> =>
  voidLive(trx, 'password_reset_codes', { user_id: userId });

/** Voids the live code of an account's number: a new one was requested, or the number changed. */
export const voidPhoneCodes = (trx: Db, userId: string): Promise<void> =>
  voidLive(trx, 'phone_codes', { user_id: userId });

/** Voids the live link of an account's address: a new one was requested, or the address changed. */
export const voidEmailTokens = (trx: Db, userId: string): Promise<void> =>
  voidLive(trx, 'email_tokens', { user_id: userId });
