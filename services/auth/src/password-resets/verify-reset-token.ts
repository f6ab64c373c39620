import type { Context } from '../context.ts';
import { returnTry } from './password-resets.repository.ts';
import { inTurn, lockTarget, tryCode } from './reset-codes.ts';

/** Whether the code is the live one of the account; it stays usable. */
export async function verifyResetCode(context: Context, email: string, code: string): Promise<boolean> {
  return inTurn(context, email, async (trx) => {
    const target = await lockTarget(context, trx, email);
    const live = await tryCode(context, trx, target, code);
    if (live) await returnTry(trx, live.id);
    return live !== null;
  });
}
