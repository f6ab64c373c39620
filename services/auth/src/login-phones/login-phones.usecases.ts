import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { Problem } from '@gerbang/service-kit/http/problems';
import { publishAccount } from '../accounts/account-events.ts';
import { conflict } from '../accounts/conflicts.ts';
import type { Context } from '../context.ts';
import { loginPhoneOf, saveLoginPhone } from './login-phones.repository.ts';
import {
  type Account,
  changeAccount,
  isPhoneViolation,
  lockAccount,
  phoneOwners,
} from '../users/users.repository.ts';

/** Which profile says something of its number; profiles count their changes. */
export interface ProfileState {
  readonly userId: string;
  readonly version: number;
}

const TAKEN = 'Nomor ini sudah digunakan akun lain';

/**
 * Makes the verified number of a profile a login identifier of its account, in place of the one before. A repeat changes
 * nothing; a number of another account is 409 `phone_taken`; a profile that has moved on since is 409 `stale`.
 */
export async function claimLoginPhone(
  context: Context,
  state: ProfileState & { readonly phone: string },
  origin: Origin,
): Promise<void> {
  try {
    await context.database.transaction(async (trx) => {
      const account = await locked(trx, state.userId);
      const known = await loginPhoneOf(trx, account.id);
      if (known && known.profile_version > state.version) {
        throw conflict('stale', 'Nomor kontak sudah berubah lagi.');
      }
      const same = known?.phone === state.phone;
      if (!same && (await phoneOwners(trx, state.phone)).some((owner) => owner !== account.id)) {
        throw conflict('phone_taken', TAKEN);
      }
      await saveLoginPhone(trx, account.id, state.phone, state.version);
      if (!same) await tell(context, trx, account, 'login_phone.claimed', origin);
    });
  } catch (error) {
    if (isPhoneViolation(error)) throw conflict('phone_taken', TAKEN);
    throw error;
  }
}

/** Takes the second number away: the profile has another one, or none. What an older profile says changes nothing. */
export async function releaseLoginPhone(
  context: Context,
  state: ProfileState,
  origin: Origin,
): Promise<void> {
  await context.database.transaction(async (trx) => {
    const account = await lockAccount(trx, state.userId);
    // A closed account has none any more.
    if (!account) return;
    const known = await loginPhoneOf(trx, account.id);
    if (known && known.profile_version >= state.version) return;
    await saveLoginPhone(trx, account.id, null, state.version);
    if (known?.phone) await tell(context, trx, account, 'login_phone.released', origin);
  });
}

async function locked(trx: Db, userId: string): Promise<Account> {
  const account = await lockAccount(trx, userId);
  // Told apart from an address that is not there, so that the asker knows its call was right.
  if (!account) throw new Problem(404, 'account_gone', 'Pengguna tidak ditemukan');
  return account;
}

async function tell(
  context: Context,
  trx: Db,
  before: Account,
  action: string,
  origin: Origin,
): Promise<void> {
  const account = await changeAccount(trx, before.id, {});
  await audit(trx, { action, actor: account, subject: account.id, origin });
  await publishAccount(context.outbox, trx, account, origin.requestId);
}
