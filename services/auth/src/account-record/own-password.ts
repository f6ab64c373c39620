import type { provePassword } from '@gerbang/contracts/internal-calls';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { SessionIdentity } from '@gerbang/service-kit/http/mount';
import { Problem, refusedField, unauthorized } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import { conflict } from './conflicts.ts';
import type { Context } from '../context.ts';
import { type Account, accountById, lockAccount } from './users.repository.ts';

/** Whether this is the account's password; wrong ones count for the session alone. 429 after too many. */
export async function isOwnPassword(
  context: Context,
  { id, email, password_hash: stored }: Account,
  { sessionId, password }: { readonly sessionId: string; readonly password: string },
  { address }: Origin,
): Promise<boolean> {
  const known = { kind: 'session', id: sessionId, account: id } as const;
  const { matches } = await context.guard.check({ identifier: email, address, password, stored, known });
  return matches;
}

/** The caller's account, whose password was typed once more; 422 for a wrong one. */
export async function accountByPassword(
  context: Context,
  { sub, sid: sessionId }: Pick<SessionIdentity, 'sub' | 'sid'>,
  password: string,
  origin: Origin,
): Promise<Account> {
  const account = await accountById(context.database.knex, sub);
  if (!account) throw unauthorized();
  if (!(await isOwnPassword(context, account, { sessionId, password }, origin)))
    throw refusedField('wrong_password', 'password', 'Password salah');
  return account;
}

/** Locks an account whose password was checked; 409 where it was changed since. */
export async function lockChecked(
  trx: Db,
  { id, password_hash }: Pick<Account, 'id' | 'password_hash'>,
): Promise<Account> {
  const account = await lockAccount(trx, id);
  if (!account) throw unauthorized();
  if (account.password_hash === password_hash) return account;
  throw conflict('stale', 'Password baru saja diubah dari tempat lain. Muat ulang halaman.');
}

/** Checks the password of a session's account for another service; wrong ones count for this session alone. */
export async function checkOwnPassword(
  context: Context,
  { userId, sessionId, password }: z.output<(typeof provePassword)['body']>,
  origin: Origin,
): Promise<z.output<(typeof provePassword)['response']>> {
  const account = await accountById(context.database.knex, userId);
  if (!account) return { outcome: 'wrong', seconds: 0 };
  try {
    const isRight = await isOwnPassword(context, account, { sessionId, password }, origin);
    return { outcome: isRight ? 'right' : 'wrong', seconds: 0 };
  } catch (error) {
    if (!(error instanceof Problem) || error.statusCode !== 429) throw error;
    return { outcome: 'wait', seconds: Number(error.headers['retry-after']) };
  }
}
