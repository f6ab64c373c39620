import type { login, InLine } from '@gerbang/contracts/accounts';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import { unauthorized } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type Account, accountById, rehash } from '../account-record/users.repository.ts';
import type { Caller } from '../account-record/caller.ts';
import { knownDevices } from '../password-check/known-device.ts';
import { beginSecondStep, type SecondStep } from '../factors/second-step.ts';
import { canonicalIdentifier } from '../password-check/login-guard.ts';
import { lookAgain, lookForLogin } from './login-look.repository.ts';
import { noteLogin, noteSession } from '../account-record/session-trail.ts';

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
 * `login_failed` after the same work, so that neither text nor time tells which accounts exist; 429 when throttled. In a
 * rush it returns the place in the line; once `signal` says that the caller has left, no hash is begun for it.
 */
export async function logIn(
  context: Context,
  body: z.output<(typeof login)['body']>,
  origin: Caller,
  signal: AbortSignal,
): Promise<LoggedIn | { readonly inLine: InLine }> {
  const came = performance.now();
  const { database } = context;
  const db = database.knex;
  const { identifier, password, ticket } = body;
  const devices = knownDevices(context.devices, origin.browser);
  const deviceOf = (account: Account | undefined) => devices.find((device) => device.account === account?.id);
  const seen: { account?: Account; hasFactor?: boolean } = {};
  const checked = await context.guard.checkLogin({
    identifier,
    address: origin.address,
    password,
    devices,
    look: async (counters) => {
      const { failing, account, hasFactor } = await lookForLogin(
        database,
        canonicalIdentifier(identifier),
        counters,
      );
      Object.assign(seen, { account, hasFactor });
      return { failing, stored: account?.password_hash, known: deviceOf(account) };
    },
    again: async (counters) => {
      const { failing, hasFactor } = await lookAgain(database, seen.account?.id, counters);
      seen.hasFactor = hasFactor;
      return failing;
    },
    line: { line: context.line, ticket, came, signal },
  });
  const { account, hasFactor } = seen;
  const known = deviceOf(account) !== undefined;
  if ('ticket' in checked) return { inLine: checked };
  const { matches, outdated } = checked;
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
  if (outdated) await rehash(db, account.id, account.password_hash, await context.hasher.hash(password));
  const step = hasFactor ? await beginSecondStep(context, account) : null;
  if (step) return { account, step, known };
  if (account.role !== 'wali_murid') {
    const staff = account;
    await context.database.transaction((trx) => noteLogin(context, trx, staff, origin));
  }
  context.log.info({ event: 'login', userId: account.id, requestId: origin.requestId });
  return { account, step, known };
}
