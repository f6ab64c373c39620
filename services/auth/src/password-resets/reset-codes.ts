import { sameHash } from '@gerbang/service-kit/data/keyed-hash';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import type { Caller } from '../account-record/caller.ts';
import { type Account, lockAccountByIdentifier } from '../account-record/users.repository.ts';
import {
  claimTry,
  type CodeKeys,
  countWrongCode,
  isClosed,
  type LiveCode,
} from './password-resets.repository.ts';

/** The account of an e-mail or a number with the keys of its codes and counters; an unknown one has them as well. */
export interface Target extends CodeKeys {
  readonly account: Account | undefined;
}

/** Locks the account of an e-mail or a number until the transaction ends. */
export async function lockTarget(
  context: Context,
  trx: Db,
  identifier: string,
  caller: Caller,
): Promise<Target> {
  const account = await lockAccountByIdentifier(trx, identifier);
  const unknown = `email:${context.hash('reset-email', identifier).toString('base64url')}`;
  const key = account?.id ?? unknown;
  const device = account && context.devices.deviceOf(caller.browser.device, account.id);
  const guard = `${key}:devices`;
  if (device === undefined || (await isClosed(trx, guard)))
    return { account, key, guard: key, device: undefined };
  return { account, key: `${key}:${device}`, guard, device };
}

/**
 * Runs requests for codes and tries of one e-mail one after the other, each in a transaction; a browser with a device
 * token does not wait for others.
 */
export function inTurn<T>(
  { resetTurns, devices, database }: Context,
  email: string,
  { browser }: Caller,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  const key = devices.isKnown(browser.device) ? `${email} ${browser.device}` : email;
  return resetTurns.run(key, () => database.transaction(work));
}

/**
 * The digits of a code: by the key from its row, so that the same code can go by another way without being stored.
 * Without the key and the row they are as hard to guess as random digits.
 */
export function digitsFor(context: Context, key: string, { id, salt }: { id: string; salt: Buffer }): string {
  const number = context.hash('reset-code-digits', `${key}:${id}`, salt).readUIntBE(0, 6) % 1_000_000;
  return number.toString().padStart(6, '0');
}

/** Whether these are the digits of a code; false for the random digits of a release before. */
export function isCode(
  context: Context,
  key: string,
  digits: string,
  { salt, code_hash }: Pick<LiveCode, 'salt' | 'code_hash'>,
): boolean {
  return sameHash(context.hash('reset-code', `${key}:${digits}`, salt), code_hash);
}

/** The live code when `code` matches it, else null. A try is counted first; wrong ones add up over all codes. */
export async function tryCode(
  context: Context,
  trx: Db,
  target: Target,
  code: string,
): Promise<LiveCode | null> {
  if (await isClosed(trx, target.guard)) return null;
  const live = await claimTry(trx, target.key);
  if (!live) return null;
  const right = isCode(context, target.key, code, live);
  if (right && live.user_id !== null) return live;
  await countWrongCode(trx, target.guard, context.resetLimits.wrong);
  context.log.warn({ event: 'reset_code_wrong' });
  return null;
}
