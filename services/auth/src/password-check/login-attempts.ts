import { tooMany } from '@gerbang/service-kit/http/problems';
import type { LoginLine } from '../login-line/login-line.ts';
import {
  type Counter,
  type Failing,
  type ReadFailing,
  standingOf,
  type Throttled,
  type Known,
} from '../account-record/throttle.repository.ts';

/** A try of a password by a session. */
export interface Attempt {
  readonly identifier: string;
  readonly address: string;
  readonly password: string;
  /** The hash of the account. */
  readonly stored: string;
  readonly known: Known;
}

/** What a login reads in one statement before its password is compared. */
export interface Look {
  /** How the counters stand that it may count for. */
  readonly failing: readonly Failing[];
  /** The hash of the account, undefined when there is none. */
  readonly stored: string | undefined;
  /** The device from which the browser has logged in to the account before. */
  readonly known: Known | undefined;
}

/** A try to log in. */
export interface LoginAttempt extends Pick<Attempt, 'address' | 'password'> {
  /** The identifier as typed, existing or not; failures are counted by it. */
  readonly identifier: string;
  /** What the browser is of any account, before it is known which one is meant. */
  readonly devices: readonly Known[];
  readonly look: (counters: readonly Counter[]) => Promise<Look>;
  /** Reads the counters once more, after a wait. */
  readonly again: ReadFailing;
  readonly line: LinePlace;
}

/** What a failure counts for. The first is what a success forgets, and the tries take turns by. */
export type Counters = readonly [Counter, ...Counter[]];

/** What a try counts for, and how it stands. */
export interface Standing extends Throttled {
  readonly counters: Counters;
}

/** How an attempt stands in the line. */
export interface LinePlace {
  readonly line: LoginLine;
  readonly ticket: string | undefined;
  /** When the attempt came, by `performance.now()`. */
  readonly came: number;
  readonly signal: AbortSignal;
}

/** How a try stands: what is its own counts, unless the devices of its account have used up theirs. */
export function choose(
  strangers: Counters,
  own: Counters | undefined,
  failing: readonly Failing[],
): Standing {
  const [, devices] = own ?? [];
  const isOwn = own && (!devices || standingOf([devices], failing).wait === 0);
  const counters = isOwn ? own : strangers;
  return { counters, ...standingOf(counters, failing) };
}

/** The standing; throws 429 when the try must wait. */
export function refuseIfThrottled<T extends Throttled>(standing: T): T {
  if (standing.wait > 0) throw tooMany(standing.wait);
  return standing;
}
