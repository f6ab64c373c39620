import { randomBytes, randomInt } from 'node:crypto';
import type { Db } from '@gerbang/service-kit/data/database';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Context } from '../context.ts';
import { sameHash } from '@gerbang/service-kit/data/keyed-hash';
import { loginKeysOf } from '../login-phones/login-phones.repository.ts';
import { refuseCommon, refuseOwnData } from '../passwords/password-policy.ts';
import {
  claimTry,
  consumeCode,
  countWrongCode,
  forgetWrongCodes,
  insertCode,
  isClosed,
  type LiveCode,
  lockAccountKey,
  mayRequestCode,
  returnTry,
  voidCodes,
} from './password-resets.repository.ts';
import { publishPasswordNotice, publishSessionEnd } from '../accounts/session-end.ts';
import { countResetRequest, forgetFailures } from '../accounts/throttle.repository.ts';
import { type Account, changeAccount, lockAccountByEmail } from '../users/users.repository.ts';

const CODE_MINUTES = 10;

/** The account of an e-mail, and the key that codes and counters go by: unknown e-mails get one too. */
interface Target {
  readonly account: Account | undefined;
  readonly key: string;
}

async function lockTarget(context: Context, trx: Db, email: string): Promise<Target> {
  const account = await lockAccountByEmail(trx, email);
  const stranger = `email:${context.hash('reset-email', email).toString('base64url')}`;
  return { account, key: account?.id ?? stranger };
}

/**
 * Sends a code to the account's phone. A known and an unknown e-mail take the same path to the end: rows,
 * counters and an outbox row, whose message has no recipient where there is no account.
 */
export async function requestResetCode(context: Context, email: string, origin: Origin): Promise<void> {
  const wait = await countResetRequest(context.database.knex, origin.address, context.resetPerAddress);
  if (wait > 0) throw tooMany(wait);
  await context.database.transaction(async (trx) => {
    const { account, key } = await lockTarget(context, trx, email);
    await lockAccountKey(trx, key);
    if (!(await mayRequestCode(trx, key, context.resetLimits))) return;
    const id = uuidv7();
    const code = randomInt(1_000_000).toString().padStart(6, '0');
    const salt = randomBytes(16);
    await voidCodes(trx, key);
    const expires = await insertCode(trx, {
      id,
      accountKey: key,
      userId: account?.id ?? null,
      salt,
      hash: context.hash('reset-code', `${key}:${code}`, salt),
      minutes: CODE_MINUTES,
    });
    await context.outbox.publish(
      trx,
      'message.requested',
      {
        dedupeKey: `reset-code:${id}`,
        kind: 'reset_code',
        to: account?.contact_phone ?? null,
        params: { code },
        priority: 'code',
        expiresAt: expires.toISOString(),
      },
      { requestId: origin.requestId },
    );
  });
}

/** Whether the code is the live one of the account. Does not use it up. */
export async function verifyResetCode(context: Context, email: string, code: string): Promise<boolean> {
  return inTurn(context, email, async (trx) => {
    const target = await lockTarget(context, trx, email);
    const live = await tryCode(context, trx, target, code);
    if (live) await returnTry(trx, live.id);
    return live !== null;
  });
}

/** Uses the code up and sets the password; every session of the account ends. Null = the code is not valid. */
export async function resetPassword(
  context: Context,
  body: { email: string; otp: string; newPassword: string },
  origin: Origin,
): Promise<Account | null> {
  const field = 'newPassword';
  // Before the code is looked at: a weak password must not cost it.
  refuseCommon(body.newPassword, field, context.common);
  refuseOwnData(body.newPassword, field, { email: body.email });
  return inTurn(context, body.email, async (trx) => {
    const target = await lockTarget(context, trx, body.email);
    const live = await tryCode(context, trx, target, body.otp);
    if (!live || !target.account) return null;
    const before = target.account;
    // Only whoever has the right code learns that the password is the account's name or phone; the try is undone.
    refuseOwnData(body.newPassword, field, { name: before.name, phone: before.contact_phone });
    if (!(await consumeCode(trx, live.id))) return null;
    const account = await changeAccount(trx, before.id, {
      password_hash: await context.hasher.hash(body.newPassword),
      must_change_password: false,
      endSessions: true,
    });
    await forgetWrongCodes(trx, target.key);
    await forgetFailures(trx, await loginKeysOf(context.guard, trx, account));
    await audit(trx, { action: 'password.reset', actor: account, subject: account.id, origin });
    await publishPasswordNotice(context, trx, account, origin);
    await publishSessionEnd(context, trx, account, origin);
    return account;
  });
}

function inTurn<T>(context: Context, email: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return context.resetTurns.run(email, () => context.database.transaction(work));
}

/** The live code if this is it. A try is counted first; a wrong one counts over all codes of the account. */
async function tryCode(context: Context, trx: Db, target: Target, code: string): Promise<LiveCode | null> {
  if (await isClosed(trx, target.key)) return null;
  const live = await claimTry(trx, target.key);
  if (!live) return null;
  const right = sameHash(context.hash('reset-code', `${target.key}:${code}`, live.salt), live.code_hash);
  if (right && live.user_id !== null) return live;
  await countWrongCode(trx, target.key, context.resetLimits.wrong);
  context.log.warn({ event: 'reset_code_wrong' });
  return null;
}
