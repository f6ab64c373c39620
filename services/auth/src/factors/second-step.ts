import { randomBytes } from 'node:crypto';
import type { SecondStep } from '@gerbang/contracts/accounts';
import type { loginFactor } from '@gerbang/contracts/factors';
import { preparedIn } from '@gerbang/service-kit/data/database';
import { unauthorized } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Caller } from '../account-record/caller.ts';
import { noteLogin } from '../account-record/session-trail.ts';
import type { Context } from '../context.ts';
import type { Account } from '../account-record/users.repository.ts';
import { beginLoginStep, claimLoginTry, endLoginStep, secondsLeft } from './factor-steps.repository.ts';
import { checkFactor, isRight, type Tried, tryFactor } from './factor-tries.ts';
import { passkeysOf } from './passkeys.ts';

const keyOf = (context: Context, token: string) => context.hash('login-step', token);

/** Begins the second step of a login whose password was right; null where the account has no factor any more. */
export async function beginSecondStep(context: Context, account: Account): Promise<SecondStep | null> {
  const token = randomBytes(32).toString('base64url');
  const challenge = randomBytes(32);
  const factors = await beginLoginStep(context.database.prepared, {
    key: keyOf(context, token),
    user_id: account.id,
    challenge: challenge.toString('base64url'),
    session_epoch: account.session_epoch,
  });
  if (factors.length === 0) return null;
  const passkey = await passkeysOf(context).requestOptions(factors, challenge);
  const hasCodes = factors.some(({ kind }) => kind === 'totp');
  return {
    factor_required: true,
    token,
    kinds: [
      ...(passkey ? (['passkey'] as const) : []),
      ...(hasCodes ? (['otp'] as const) : []),
      'recovery_code',
    ],
    ...(passkey && { passkey }),
  };
}

/**
 * Ends a login by its second factor. An unknown or expired token, an account that changed since and a wrong proof give
 * the same 401 `factor_failed`; 429 after five tries of the token, or while the account must wait.
 */
export async function logInWithFactor(
  context: Context,
  body: z.output<(typeof loginFactor)['body']>,
  origin: Caller,
): Promise<Account> {
  const key = keyOf(context, body.token);
  const done = await context.database.transaction(async (trx): Promise<[Account | undefined, Tried]> => {
    const prepared = preparedIn(trx);
    const claimed = await claimLoginTry(prepared, key, body.passkey !== undefined);
    if (!claimed) return [undefined, { right: false }];
    const { account, counts } = claimed;
    if (!counts) {
      // The tries are used up, unless the account has changed or another call has ended the step since.
      const wait = await secondsLeft(trx, key, account.session_epoch);
      return [account, wait === undefined ? { right: false } : { wait }];
    }
    const device = context.devices.deviceOf(origin.browser.device, account.id);
    const tried = await tryFactor(context, trx, account, origin, { device }, () =>
      checkFactor(context, trx, account, body, claimed, origin),
    );
    if ('right' in tried && tried.right) {
      await endLoginStep(prepared, key);
      await noteLogin(context, trx, account, origin);
    }
    return [account, tried];
  });
  const [account, tried] = done;
  if (!isRight(tried) || !account) {
    throw unauthorized(
      'Kode tidak cocok atau waktunya habis. Coba lagi, atau masuk dari awal.',
      'factor_failed',
    );
  }
  context.log.info({ event: 'login', userId: account.id, requestId: origin.requestId });
  return account;
}
