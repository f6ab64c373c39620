import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { Problem } from '@gerbang/service-kit/http/problems';
import { publishAccount } from '../account-record/account-events.ts';
import { publishSecondNumber } from '../account-record/account-notices.ts';
import { conflict } from '../account-record/conflicts.ts';
import type { Context } from '../context.ts';
import { loginPhoneOf, saveLoginPhone } from '../account-record/login-phones.repository.ts';
import { freeNumber, markPhoneProved } from '../account-record/prove-phone.ts';
import { type Account, changeAccount, lockAccount } from '../account-record/users.repository.ts';
import { isPhoneViolation } from '../account-record/taken.repository.ts';

/** The account of a profile, and the profile's version, which rises with its changes. */
export interface ProfileState {
  readonly userId: string;
  readonly version: number;
}

const TAKEN = 'Nomor ini sudah digunakan akun lain';

/**
 * Makes the verified number of a profile a login identifier of its account, in place of the previous one. A repeat
 * changes nothing. 409 `phone_taken` when another account has the number, 409 `stale` when the profile is newer.
 */
export async function claimLoginPhone(
  context: Context,
  state: ProfileState & { readonly phone: string },
  origin: Origin,
): Promise<void> {
  try {
    await context.database.transaction(async (trx) => {
      const account = await lockOwner(trx, state.userId);
      const current = await loginPhoneOf(trx, account.id);
      if (current && current.profile_version > state.version) {
        throw conflict('stale', 'Nomor kontak sudah berubah lagi.');
      }
      const same = current?.phone === state.phone;
      // The code was sent to the number and used: an account that holds it without a proof loses it.
      if (!same) await freeNumber(context, trx, state.phone, account.id, origin);
      await saveLoginPhone(trx, account.id, state.phone, state.version);
      if (same) return;
      const changed = await recordChange(context, trx, account, 'login_phone.claimed', origin);
      await publishSecondNumber(context, trx, changed, current?.phone ?? null, origin);
      if (account.contact_phone === state.phone) await markPhoneProved(context, trx, account, origin);
    });
  } catch (error) {
    if (isPhoneViolation(error)) throw conflict('phone_taken', TAKEN);
    throw error;
  }
}

/** Removes the second number, because the profile has none any more; a call of an older version changes nothing. */
export async function releaseLoginPhone(
  context: Context,
  state: ProfileState,
  origin: Origin,
): Promise<void> {
  await context.database.transaction(async (trx) => {
    const account = await lockAccount(trx, state.userId);
    // A closed account has no second number.
    if (!account) return;
    const current = await loginPhoneOf(trx, account.id);
    if (current && current.profile_version >= state.version) return;
    await saveLoginPhone(trx, account.id, null, state.version);
    if (current?.phone) await recordChange(context, trx, account, 'login_phone.released', origin);
  });
}

async function lockOwner(trx: Db, userId: string): Promise<Account> {
  const account = await lockAccount(trx, userId);
  // A code of its own lets admission tell this from a wrong path.
  if (!account) throw new Problem(404, 'account_gone', 'Pengguna tidak ditemukan');
  return account;
}

async function recordChange(
  context: Context,
  trx: Db,
  account: Account,
  action: string,
  origin: Origin,
): Promise<Account> {
  const changed = await changeAccount(trx, account.id, {});
  await audit(trx, { action, actor: changed, subject: changed.id, origin });
  await publishAccount(context.outbox, trx, changed, origin.requestId);
  return changed;
}
