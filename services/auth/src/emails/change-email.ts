import type { changeEmail } from '@gerbang/contracts/emails';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { SessionIdentity } from '@gerbang/service-kit/http/mount';
import { unauthorized } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import { conflict } from '../account-record/conflicts.ts';
import type { Context } from '../context.ts';
import { accountByPassword, lockChecked } from '../account-record/own-password.ts';
import {
  type Account,
  changeAccount,
  isReleasedEmail,
  lockAccount,
  otherHolder,
} from '../account-record/users.repository.ts';
import { sendVerificationLetter } from '../account-record/verification-letters.ts';

const TAKEN = 'Email ini sudah digunakan akun lain';

/** Throws 409 where the portal sends no letters. */
export function refuseWithoutLetters({ sendsLetters }: Pick<Context, 'sendsLetters'>): void {
  if (!sendsLetters) throw conflict('mail_off', 'Portal ini belum mengirim email.');
}

/** The address that a link would prove now: a wanted one, else the present one; null = there is none. */
function addressToProve(account: Account): string | null {
  if (account.pending_email !== null) return account.pending_email;
  return account.email_verified_at === null && !isReleasedEmail(account.email) ? account.email : null;
}

/** Sends the link again; 409 where nothing is to be proved, 429 over the limits. */
export async function resendVerification(context: Context, userId: string, origin: Origin): Promise<void> {
  refuseWithoutLetters(context);
  await context.database.transaction(async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account) throw unauthorized();
    const email = addressToProve(account);
    if (email === null) {
      throw account.email_verified_at === null
        ? conflict('no_email', 'Isi alamat email Anda terlebih dahulu.')
        : conflict('already_verified', 'Email Anda sudah terverifikasi.');
    }
    await sendVerificationLetter(context, trx, account, { email, cause: 'again' }, origin);
  });
}

/**
 * Sends a link to the address that the caller wants to have; the change counts once the link is used. 422 for a wrong
 * password, 409 where another account has proved the address.
 */
export async function requestEmailChange(
  context: Context,
  identity: Pick<SessionIdentity, 'sub' | 'sid'>,
  { email, password }: z.output<(typeof changeEmail)['body']>,
  origin: Origin,
): Promise<Account> {
  refuseWithoutLetters(context);
  const before = await accountByPassword(context, identity, password, origin);
  return context.database.transaction(async (trx) => {
    const account = await lockChecked(trx, before);
    const isPresent = account.email === email;
    if (isPresent && account.email_verified_at !== null) {
      throw conflict('already_verified', 'Email ini sudah terverifikasi.');
    }
    const holder = await otherHolder(trx, email, account.id);
    if (holder?.email_verified_at) throw conflict('email_taken', TAKEN, [{ path: 'email', message: TAKEN }]);
    const changed = await changeAccount(trx, account.id, { pending_email: isPresent ? null : email });
    await sendVerificationLetter(context, trx, changed, { email, cause: 'change' }, origin);
    await audit(trx, { action: 'email.requested', actor: changed, subject: account.id, origin });
    return changed;
  });
}
