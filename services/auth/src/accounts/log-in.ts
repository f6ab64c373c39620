import type { InLine, login, SecondStep } from '@gerbang/contracts/accounts';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import { Problem } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Caller } from '../account-record/caller.ts';
import { noteLogin, noteSession } from '../account-record/session-trail.ts';
import { type Account, accountById, rehash } from '../account-record/users.repository.ts';
import type { Context } from '../context.ts';
import { beginSecondStep } from '../factors/second-step.ts';
import { knownDevices } from '../account-record/known-device.ts';
import { canonicalIdentifier, type Comparison } from '../account-record/login-guard.ts';
import { readAgain, readForLogin } from './log-in.repository.ts';

/** How a login ended; `sendLogin` makes the response of it. */
export type LoginOutcome =
  | { readonly kind: 'in'; readonly account: Account; readonly isKnownDevice: boolean }
  /** The password is right, and the account has a second factor: no session yet. */
  | { readonly kind: 'step'; readonly step: SecondStep }
  /** The turn did not come within one request. */
  | { readonly kind: 'line'; readonly place: InLine }
  /** An unknown account, a closed one or a wrong password. */
  | { readonly kind: 'refused' }
  /** Throttled: 429 with the time to wait. */
  | { readonly kind: 'limited'; readonly problem: Problem };

type Body = z.output<(typeof login)['body']>;

/**
 * Logs in by e-mail or phone number: reads the account and its counters, waits for a turn, compares the password, and lets
 * the caller in or begins the second step. An unknown account, a closed one and a wrong password are refused alike after
 * the same work, so that neither text nor time tells which accounts exist. Once `signal` says that the caller has left,
 * no hash is begun for it.
 */
export async function logIn(
  context: Context,
  body: Body,
  caller: Caller,
  signal: AbortSignal,
): Promise<LoginOutcome> {
  try {
    const { waited, account, hasFactor, isKnownDevice } = await checkPassword(context, body, caller, signal);
    if (waited.kind === 'line') return waited;
    const { matches, outdated } = waited.result;
    if (!matches || !account) {
      if (account) {
        // The response does not wait for the trail: its time must not tell that the account exists.
        noteSession(context.database.knex, account, 'session.failed', caller).catch((error: unknown) =>
          context.log.error({ err: error }, 'a failed login is not in the trail'),
        );
      }
      context.log.info({ event: 'login_failed', address: caller.address, requestId: caller.requestId });
      return { kind: 'refused' };
    }
    if (outdated) {
      const renewed = await context.hasher.hash(body.password);
      await rehash(context.database.knex, account.id, account.password_hash, renewed);
    }
    const step = hasFactor ? await beginSecondStep(context, account) : null;
    if (step) return { kind: 'step', step };
    if (account.role !== 'wali_murid') {
      await context.database.transaction((trx) => noteLogin(context, trx, account, caller));
    }
    context.log.info({ event: 'login', userId: account.id, requestId: caller.requestId });
    return { kind: 'in', account, isKnownDevice };
  } catch (error) {
    if (error instanceof Problem && error.statusCode === 429) return { kind: 'limited', problem: error };
    throw error;
  }
}

/**
 * Reads the account and its counters in one statement, and compares the password when the turn of the login comes, or
 * returns its place in the line; throws 429 for a throttled login, which never stands there.
 */
async function checkPassword(
  { database, devices, guard, line }: Context,
  { identifier, password, ticket }: Body,
  { address, browser }: Caller,
  signal: AbortSignal,
) {
  const came = performance.now();
  const canonical = canonicalIdentifier(identifier);
  const known = knownDevices(devices, browser);
  const counters = guard.loginCounters(identifier, address, known);
  const { account, failing, ...read } = await readForLogin(database, canonical, counters.all);
  let { hasFactor } = read;
  const device = known.find((one) => one.account === account?.id);
  const standing = guard.loginStanding(counters, device, failing);
  const comparison: Comparison = {
    stored: account?.password_hash,
    password,
    standing,
    failures: counters.failures,
    again: async (wanted) => {
      const now = await readAgain(database, account?.id, wanted);
      // A factor that was added during the wait counts.
      hasFactor = now.hasFactor;
      return now.failing;
    },
  };
  const visitor = {
    key: () => guard.placeKey(standing, address),
    typed: `${canonical}\u0000${password}`,
    ticket,
    came,
    signal,
  };
  const waited = await line.wait(
    visitor,
    (turn) => guard.compare(comparison, turn),
    guard.isCrowded(standing),
  );
  return { waited, account, hasFactor, isKnownDevice: device !== undefined };
}

/** Notes in the trail that the caller ends sessions: of this browser, or of others. */
export async function logOut(context: Context, userId: string | null, origin: Origin): Promise<void> {
  const db = context.database.knex;
  const account = userId === null ? undefined : await accountById(db, userId);
  if (account) await noteSession(db, account, 'session.ended', origin);
}
