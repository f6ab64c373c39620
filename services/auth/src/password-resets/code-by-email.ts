import type { Caller } from '../account-record/caller.ts';
import type { Context } from '../context.ts';
import { liveCode, lockAccountKey, markMailed, mayRequestCode } from './password-resets.repository.ts';
import { countResetRequest, makeCode, publishCode } from './request-reset.ts';
import { digitsFor, inTurn, isCode, lockTarget } from './reset-codes.ts';

/**
 * Sends the live code to the account's proved address, each code once. Without a live code a new one is made under the
 * limits of all codes, and goes both ways. An unknown e-mail, and one that is not proved, get the same rows and outbox rows
 * without a recipient. 429 when the address asks too often.
 */
export async function requestCodeByEmail(context: Context, email: string, origin: Caller): Promise<void> {
  await countResetRequest(context, email, origin);
  if (!context.sendsLetters) return;
  await inTurn(context, email, origin, async (trx) => {
    const target = await lockTarget(context, trx, email, origin);
    const { account, key } = target;
    await lockAccountKey(trx, key);
    const letterTo = account?.email_verified_at ? account : null;
    const live = await liveCode(trx, key);
    if (live?.mailed_at) return;
    const digits = live && digitsFor(context, key, live);
    if (live && digits !== undefined && isCode(context, key, digits, live)) {
      await markMailed(trx, live.id);
      const code = { id: live.id, digits, expires: new Date(live.expires_at) };
      await publishCode(context, trx, code, { letterTo }, origin);
      return;
    }
    if (!(await mayRequestCode(trx, target, context.resetLimits))) return;
    const code = await makeCode(context, trx, target);
    await markMailed(trx, code.id);
    await publishCode(context, trx, code, { phone: account?.contact_phone ?? null }, origin);
    await publishCode(context, trx, code, { letterTo }, origin);
  });
}
