import type { login } from '@gerbang/contracts/accounts';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import { unauthorized } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type Account, accountById, accountByIdentifier, rehash } from '../users/users.repository.ts';
import type { Caller } from './caller.ts';
import { knownDevice } from '../devices/known-device.ts';
import { beginSecondStep, type SecondStep } from '../factors/second-step.ts';
import { canonicalIdentifier } from './login-guard.ts';
import { noteLogin, noteSession } from './session-trail.ts';

/** Notes in the trail that the caller ends sessions: of this browser, or of others. */
export async function logOut(context: Context, userId: string | null, origin: Origin): Promise<void> {
  const db = context.database.knex;
  const account = userId === null ? undefined : await accountById(db, userId);
  if (account) await noteSession(db, account, 'session.ended', origin);
}

export interface LoggedIn {
  readonly account: Account;
  /** Whether the account has logged in from this browser before. */
  readonly known: boolean;
  /** What the browser goes on with where the account has a second factor: it is not logged in yet. */
  readonly step: SecondStep | null;
}

/**
 * Logs in by e-mail or phone number. An unknown account, a deleted one and a wrong password give the same 401
 * `login_failed` after the same work, so that neither text nor time tells which accounts exist; 429 when throttled.
 */
export async function logIn(
  context: Context,
  body: z.output<(typeof login)['body']>,
  origin: Caller,
): Promise<LoggedIn> {
  const db = context.database.knex;
  const known = await knownDevice(context, body.identifier, origin);
  let account: Account | undefined;
  const { matches, outdated } = await context.guard.check({
    identifier: body.identifier,
    address: origin.address,
    password: body.password,
    known,
    stored: async () => {
      account = await accountByIdentifier(db, canonicalIdentifier(body.identifier));
      return account?.password_hash;
    },
  });
  if (!matches || !account) {
    // The response does not wait for the trail: its time must not tell that the account exists.
    if (account) {
      noteSession(db, account, 'session.failed', origin).catch((error: unknown) =>
        context.log.error({ err: error }, 'a failed login is not in the trail'),
      );
    }
    context.log.info({ event: 'login_failed', address: origin.address, requestId: origin.requestId });
    throw unauthorized('Email/nomor telepon atau password salah', 'login_failed');
  }
  if (outdated) await rehash(db, account.id, account.password_hash, await context.hasher.hash(body.password));
  const step = await beginSecondStep(context, account);
  if (step) return { account, step, known: known !== undefined };
  if (account.role !== 'wali_murid') {
    const staff = account;
    await context.database.transaction((trx) => noteLogin(context, trx, staff, origin));
  }
  context.log.info({ event: 'login', userId: account.id, requestId: origin.requestId });
  return { account, step, known: known !== undefined };
}
