import type { proveFresh } from '@gerbang/contracts/factors';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import { preparedIn } from '@gerbang/service-kit/data/database';
import { unauthorized, unprocessable } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { accountByPassword } from '../account-record/own-password.ts';
import { type Account, accountById, lockAccount } from '../account-record/users.repository.ts';
import type { Owner } from './add-factor.ts';
import { beginStep, takeChallenge } from './factor-steps.repository.ts';
import { checkFactor, type FactorProof, isRight, tryFactor } from './factor-tries.ts';
import { codeAppOf, confirmedFactors } from '../account-record/factors.repository.ts';
import { passkeysOf } from './passkeys.ts';

export type FreshWays = z.output<(typeof proveFresh)['response'][202]>;

const stepKey = (context: Context, { userId, sessionId }: Owner) =>
  context.hash('fresh-step', `${userId}:${sessionId}`);

async function ownAccount(context: Context, { userId }: Owner): Promise<Account> {
  const account = await accountById(context.database.knex, userId);
  if (!account) throw unauthorized();
  return account;
}

/** The ways in which the caller can prove the account again, with a challenge for its passkeys. */
export async function freshWays(context: Context, owner: Owner): Promise<FreshWays> {
  const db = context.database.knex;
  const account = await ownAccount(context, owner);
  const factors = await confirmedFactors(db, account.id);
  const passkey = await passkeysOf(context).requestOptions(factors);
  if (passkey) {
    await beginStep(db, {
      key: stepKey(context, owner),
      user_id: account.id,
      purpose: 'fresh',
      challenge: passkey.challenge,
      session_epoch: account.session_epoch,
    });
  }
  const hasCodes = factors.some(({ kind }) => kind === 'totp');
  return {
    kinds: ['password', ...(passkey ? (['passkey'] as const) : []), ...(hasCodes ? (['otp'] as const) : [])],
    ...(passkey && { passkey }),
  };
}

/** Checks the caller's password once more; it counts like one of a login. */
export async function proveByPassword(
  context: Context,
  { userId, sessionId }: Owner,
  password: string,
  origin: Origin,
): Promise<void> {
  await accountByPassword(context, { sub: userId, sid: sessionId }, password, origin);
}

/** Checks one of the caller's factors; 422 when it is wrong, 429 after too many. */
export async function proveByFactor(
  context: Context,
  owner: Owner,
  proof: FactorProof,
  origin: Origin,
): Promise<Account> {
  const done = await context.database.transaction(async (trx) => {
    const account = await lockAccount(trx, owner.userId);
    if (!account) throw unauthorized();
    const tried = await tryFactor(context, trx, account, origin, { session: owner.sessionId }, async () => {
      const challenge =
        proof.passkey && (await takeChallenge(trx, stepKey(context, owner), account.id, 'fresh'));
      const codeApp = proof.otp === undefined ? undefined : await codeAppOf(preparedIn(trx), account.id);
      return checkFactor(context, trx, account, proof, { challenge: challenge ?? null, codeApp }, origin);
    });
    return { tried, account };
  });
  if (isRight(done.tried)) return done.account;
  throw unprocessable('factor_failed', 'Verifikasi tidak cocok. Coba lagi.');
}
