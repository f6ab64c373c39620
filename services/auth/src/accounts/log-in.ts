import type { InLine, login, SecondStep } from '@gerbang/contracts/accounts';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import { Problem } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Caller } from '../account-record/caller.ts';
import { noteLogin, noteSession } from '../account-record/session-trail.ts';
import type { ReadFailing } from '../account-record/throttle.repository.ts';
import { type Account, accountById, rehash } from '../account-record/users.repository.ts';
import type { Context } from '../context.ts';
import { beginSecondStep } from '../factors/second-step.ts';
import type { LineOutcome } from '../login-line/login-line.ts';
import { knownDevices } from '../account-record/known-device.ts';
import { canonicalIdentifier, type Standing } from '../account-record/login-guard.ts';
import type { Verification } from '../account-record/password-hasher.ts';
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

/** What is known of a login before its password is compared. */
interface Attempt {
  readonly account: Account | undefined;
  readonly isKnownDevice: boolean;
  readonly standing: Standing;
  /** How many failures were recorded before the standing was read. */
  readonly failures: number;
  /** Reads the counters once more, after a wait; a factor that was added meanwhile counts. */
  readonly again: ReadFailing;
  /** Whether the account has a second factor, as it was last read. */
  hasFactor: boolean;
}

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
  const came = performance.now();
  try {
    const attempt = await readAttempt(context, body, caller);
    const checked = await compareInTurn(context, attempt, body, { caller, came, signal });
    if (checked.kind === 'line') return checked;
    const { matches, outdated } = checked.result;
    const { account } = attempt;
    if (!matches || !account) return refuse(context, account, caller);
    if (outdated) await renewHash(context, account, body.password);
    const step = attempt.hasFactor ? await beginSecondStep(context, account) : null;
    return step ? { kind: 'step', step } : await letIn(context, account, attempt.isKnownDevice, caller);
  } catch (error) {
    if (error instanceof Problem && error.statusCode === 429) return { kind: 'limited', problem: error };
    throw error;
  }
}

/** Reads the account and its counters in one statement; throws 429 for a throttled login, which never stands in the line. */
async function readAttempt(
  { database, devices, guard }: Context,
  { identifier }: Body,
  { address, browser }: Caller,
): Promise<Attempt> {
  const known = knownDevices(devices, browser);
  const counters = guard.loginCounters(identifier, address, known);
  const found = await readForLogin(database, canonicalIdentifier(identifier), counters.all);
  const { account, hasFactor, failing } = found;
  const device = known.find((one) => one.account === account?.id);
  const attempt: Attempt = {
    account,
    hasFactor,
    isKnownDevice: device !== undefined,
    standing: guard.loginStanding(counters, device, failing),
    failures: counters.failures,
    again: async (wanted) => {
      const now = await readAgain(database, account?.id, wanted);
      attempt.hasFactor = now.hasFactor;
      return now.failing;
    },
  };
  return attempt;
}

/** Compares the password when the turn of the login comes, or returns its place in the line. */
function compareInTurn(
  { guard, line }: Context,
  { account, standing, failures, again }: Attempt,
  { identifier, password, ticket }: Body,
  visit: { readonly caller: Caller; readonly came: number; readonly signal: AbortSignal },
): Promise<LineOutcome<Verification>> {
  const comparison = { stored: account?.password_hash, password, standing, failures, again };
  const visitor = {
    key: () => guard.placeKey(standing, visit.caller.address),
    typed: `${canonicalIdentifier(identifier)}\u0000${password}`,
    ticket,
    came: visit.came,
    signal: visit.signal,
  };
  return line.wait(visitor, (turn) => guard.compare(comparison, turn), guard.isCrowded(standing));
}

/** Notes a refused login. The response does not wait for the trail: its time must not tell that the account exists. */
function refuse(
  { database, log }: Context,
  account: Account | undefined,
  caller: Caller,
): { readonly kind: 'refused' } {
  if (account) {
    noteSession(database.knex, account, 'session.failed', caller).catch((error: unknown) =>
      log.error({ err: error }, 'a failed login is not in the trail'),
    );
  }
  log.info({ event: 'login_failed', address: caller.address, requestId: caller.requestId });
  return { kind: 'refused' };
}

/** Hashes the password anew, because the stored hash was made with other parameters. */
async function renewHash({ database, hasher }: Context, account: Account, password: string): Promise<void> {
  await rehash(database.knex, account.id, account.password_hash, await hasher.hash(password));
}

/** Notes the login of a member of staff in the trail, and lets the account in. */
async function letIn(
  context: Context,
  account: Account,
  isKnownDevice: boolean,
  caller: Caller,
): Promise<LoginOutcome> {
  if (account.role !== 'wali_murid') {
    await context.database.transaction((trx) => noteLogin(context, trx, account, caller));
  }
  context.log.info({ event: 'login', userId: account.id, requestId: caller.requestId });
  return { kind: 'in', account, isKnownDevice };
}

/** Notes in the trail that the caller ends sessions: of this browser, or of others. */
export async function logOut(context: Context, userId: string | null, origin: Origin): Promise<void> {
  const db = context.database.knex;
  const account = userId === null ? undefined : await accountById(db, userId);
  if (account) await noteSession(db, account, 'session.ended', origin);
}
