import { voidCodes } from '../account-record/live-codes.repository.ts';
import type { Context } from '../context.ts';
import { consumeCode, forgetWrongCodes, returnTry } from './password-resets.repository.ts';
import { inTurn, lockTarget, tryCode } from './reset-codes.ts';
import { audit } from '@gerbang/service-kit/audit/audit';
import { publishSessionEnd } from '../account-record/account-events.ts';
import { publishPasswordNotice } from '../account-record/account-notices.ts';
import type { Caller } from '../account-record/caller.ts';
import { forgetFailures } from '../account-record/throttle.repository.ts';
import { loginKeysOf } from '../account-record/login-phones.repository.ts';
import { markPhoneProved } from '../account-record/prove-phone.ts';
import { refuseCommon, refuseOwnData } from '../account-record/password-policy.ts';
import { type Account, changeAccount, identifierKind } from '../account-record/users.repository.ts';
import { forgetCounterAccount } from '../account-record/counter-accounts.repository.ts';

/** Sets a new password with a code, which is used up, and ends every session. Null when the code is not valid. */
export async function resetPassword(
  context: Context,
  body: { identifier: string; otp: string; newPassword: string },
  origin: Caller,
): Promise<Account | null> {
  const field = 'newPassword';
  // Checked before the code, because a weak password must not use it up.
  refuseCommon(body.newPassword, field, context.common);
  refuseOwnData(body.newPassword, field, { [identifierKind(body.identifier)]: body.identifier });
  return inTurn(context, body.identifier, origin, async (trx) => {
    const target = await lockTarget(context, trx, body.identifier, origin);
    const live = await tryCode(context, trx, target, body.otp);
    if (!live || !target.account) return null;
    const before = target.account;
    // Checked after the code, because the refusal reveals the account's name or phone; the rollback undoes the try.
    refuseOwnData(body.newPassword, field, { name: before.name, phone: before.contact_phone });
    if (!(await consumeCode(trx, live.id))) return null;
    const account = await changeAccount(trx, before.id, {
      password_hash: await context.hasher.hash(body.newPassword),
      must_change_password: false,
      endSessions: true,
    });
    // Neither a code of strangers nor one of another device opens the account after this.
    await voidCodes(trx, account.id);
    await forgetWrongCodes(trx, target.guard);
    await forgetCounterAccount(trx, account.id);
    await forgetFailures(trx, await loginKeysOf(context.guard, trx, account));
    if (target.device !== undefined) await context.guard.forgetDevice(trx, account.id, target.device);
    await audit(trx, { action: 'password.reset', actor: account, subject: account.id, origin });
    await publishPasswordNotice(context, trx, account, origin);
    await publishSessionEnd(context, trx, account, origin);
    // A change of the number voids its codes, so the code was sent to the present one; a code that went by letter as well
    // says nothing of the number.
    return live.mailed_at ? account : markPhoneProved(context, trx, account, origin);
  });
}

/** Whether the code is the live one of the account; it stays usable. */
export async function verifyResetCode(
  context: Context,
  email: string,
  code: string,
  caller: Caller,
): Promise<boolean> {
  return inTurn(context, email, caller, async (trx) => {
    const target = await lockTarget(context, trx, email, caller);
    const live = await tryCode(context, trx, target, code);
    if (live) await returnTry(trx, live.id);
    return live !== null;
  });
}
