import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import { preparedIn } from '@gerbang/service-kit/data/database';
import { tooMany } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import {
  forgetFailures,
  readFailing,
  recordFailure,
  localLimit,
  type Known,
} from '../account-record/throttle.repository.ts';
import type { Context } from '../context.ts';
import type { Account } from '../account-record/users.repository.ts';
import {
  type CodeApp,
  confirmedFactors,
  takeCounter,
  takeRecoveryCode,
  takeStep,
} from '../account-record/factors.repository.ts';
import { tellRecoveryUse } from './factor-notices.ts';
import { type CredentialProof, passkeysOf } from './passkeys.ts';
import { recoveryHash } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

/** What a caller shows as the second factor; one of them. */
export interface FactorProof {
  readonly otp?: string | undefined;
  readonly recovery_code?: string | undefined;
  readonly passkey?: CredentialProof | undefined;
}

/** The result of a try: right, wrong, or refused for so many seconds. */
export type Tried = { readonly right: boolean } | { readonly wait: number };

/**
 * One try at a factor of an account that the caller has locked, so that tries of an account run one after the other.
 * Wrong ones are counted by account and address as wrong passwords are, those of a known device or a session for it
 * alone. Returns instead of throwing: the count, and what the try used up, must be committed.
 */
export async function tryFactor(
  context: Context,
  trx: Knex.Transaction,
  account: Account,
  origin: Origin,
  caller: { readonly device: string | undefined } | { readonly session: string },
  check: () => Promise<boolean>,
): Promise<Tried> {
  const key = context.hash('factor', account.id).toString('base64url');
  const { counters, wait, failed } = await context.guard.standing(
    readFailing(preparedIn(trx)),
    key,
    origin.address,
    knownOf(account.id, caller),
  );
  const [own] = counters;
  if (wait > 0) return { wait };
  const right = await check();
  if (right) {
    if (failed.has(own.kind)) await forgetFailures(trx, [own.key], own.kind);
    return { right };
  }
  const limit = localLimit(context.config, context.config.LOGIN_FAILURES_PER_ADDRESS);
  await recordFailure(trx, counters, limit);
  await audit(trx, { action: 'factor.failed', actor: account, subject: account.id, origin });
  context.log.warn({ event: 'factor_failed', userId: account.id, requestId: origin.requestId });
  return { right };
}

/** Factors count apart from passwords: a right password must not make the tries of its second step new. */
function knownOf(account: string, caller: Parameters<typeof tryFactor>[4]): Known | undefined {
  if ('session' in caller) return { kind: 'session', id: `factor ${caller.session}`, account };
  return caller.device === undefined ? undefined : { kind: 'device', id: `factor ${caller.device}`, account };
}

/** Whether a try was right; throws 429 for one that must wait. */
export function isRight(tried: Tried): boolean {
  if ('wait' in tried) throw tooMany(tried.wait);
  return tried.right;
}

/** What a proof is compared with, of an account that the caller has locked. */
export interface Expected {
  readonly challenge: string | null;
  readonly codeApp: CodeApp | undefined;
}

/** Checks a proof of a locked account and uses it up: a code, a step in time or a challenge counts once. */
export async function checkFactor(
  context: Context,
  trx: Knex.Transaction,
  account: Account,
  proof: FactorProof,
  { challenge, codeApp }: Expected,
  origin: Origin,
): Promise<boolean> {
  if (proof.otp !== undefined) return checkCode(context, trx, codeApp, proof.otp);
  if (proof.recovery_code !== undefined) {
    const hash = recoveryHash(context.hash, account.id, proof.recovery_code);
    const right = await takeRecoveryCode(trx, account.id, hash);
    if (right) await tellRecoveryUse(context, trx, account, origin);
    return right;
  }
  if (proof.passkey === undefined || challenge === null) return false;
  const { passkey } = proof;
  const factor = (await confirmedFactors(trx, account.id)).find(({ credential_id: id }) => id === passkey.id);
  if (!factor) return false;
  const counter = await passkeysOf(context).verifyProof(passkey, factor, challenge);
  return counter !== null && (await takeCounter(trx, factor.id, Number(factor.counter), counter));
}

async function checkCode(
  context: Context,
  trx: Knex.Transaction,
  app: CodeApp | undefined,
  code: string,
): Promise<boolean> {
  if (!app) return false;
  const step = stepOf(openSecret(context, app.id, app.secret), code, context.now());
  return step !== null && (await takeStep(preparedIn(trx), app.id, step));
}

/** The secret of an app of codes, which is sealed in its row. */
export function openSecret(context: Context, id: string, sealed: string): string {
  return context.columns.open('factors', 'secret', id, sealed);
}
