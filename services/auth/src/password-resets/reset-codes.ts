import { sameHash } from '@gerbang/service-kit/data/keyed-hash';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { type Account, lockAccountByEmail } from '../users/users.repository.ts';
import { claimTry, countWrongCode, isClosed, type LiveCode } from './password-resets.repository.ts';

/** The account of an e-mail, and the key of its codes and counters; an unknown e-mail has a key as well. */
export interface Target {
  readonly account: Account | undefined;
  readonly key: string;
}

/** Locks the account of an e-mail until the transaction ends. */
export async function lockTarget(context: Context, trx: Db, email: string): Promise<Target> {
  const account = await lockAccountByEmail(trx, email);
  const unknown = `email:${context.hash('reset-email', email).toString('base64url')}`;
  return { account, key: account?.id ?? unknown };
}

/** Runs the tries of one e-mail one after the other, each in a transaction. */
export function inTurn<T>(context: Context, email: string, work: (trx: Db) => Promise<T>): Promise<T> {
  return context.resetTurns.run(email, () => context.database.transaction(work));
}

/** The live code when `code` matches it, else null. A try is counted first; wrong ones add up over all codes. */
export async function tryCode(
  context: Context,
  trx: Db,
  target: Target,
  code: string,
): Promise<LiveCode | null> {
  if (await isClosed(trx, target.key)) return null;
  const live = await claimTry(trx, target.key);
  if (!live) return null;
  const right = sameHash(context.hash('reset-code', `${target.key}:${code}`, live.salt), live.code_hash);
  if (right && live.user_id !== null) return live;
  await countWrongCode(trx, target.key, context.resetLimits.wrong);
  context.log.warn({ event: 'reset_code_wrong' });
  return null;
}
