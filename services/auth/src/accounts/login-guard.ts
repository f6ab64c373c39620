import { normalizePhone } from '@gerbang/contracts/phone';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { networkOf } from '@gerbang/service-kit/http/network';
import { tooMany } from '@gerbang/service-kit/http/problems';
import type { KeyedHash } from '@gerbang/service-kit/data/keyed-hash';
import type { PasswordHasher, Verification } from '../passwords/password-hasher.ts';
import { KeyedSemaphore } from '@gerbang/service-kit/program/semaphore';
import type { InLine } from '@gerbang/contracts/accounts.types';
import type { LineTurn, LoginLine } from '../login-line/login-line.ts';
import {
  type Counter,
  forgetFailures,
  recordFailure,
  type Throttled,
  throttled,
  throttledIn,
} from './throttle.repository.ts';

/** One spelling of a typed login identifier: an e-mail in lower case or a number in E.164. */
export function canonicalIdentifier(typed: string): string {
  const text = typed.normalize('NFC').trim();
  return text.includes('@') ? text.toLowerCase() : (normalizePhone(text) ?? text.toLowerCase());
}

/** A caller that is not a stranger: its failures count for itself alone, and those of strangers do not count for it. */
export interface Known {
  readonly kind: 'device' | 'session';
  /** Id of the device or the session. */
  readonly id: string;
  readonly account: string;
}

export interface Attempt {
  /** The identifier as typed, existing or not; failures are counted by it. */
  readonly identifier: string;
  readonly address: string;
  readonly password: string;
  /** The hash of the account, undefined when there is none. */
  readonly stored: string | undefined;
  readonly known?: Known | undefined;
  /** The line that a login stands in; checks by a session wait for a slot. */
  readonly line?: LinePlace | undefined;
}

/** How an attempt stands in the line. */
export interface LinePlace {
  readonly line: LoginLine;
  readonly ticket: string | undefined;
  /** When the attempt came, by `performance.now()`. */
  readonly came: number;
  readonly signal: AbortSignal;
}

/** Tries of one account that wait at once for their turn; further ones are told their place at once. */
const TRIES_HELD = 64;

const turnOf = ([own]: readonly [Counter, ...Counter[]]): string => `${own.kind} ${own.key}`;

/**
 * Checks passwords and slows down guessing, by the typed identifier and by the address, so that a stranger's guesses
 * block strangers; a known device and a session have a counter of their own. Tries of one counter run one after the
 * other, so that parallel guesses cannot pass between check and count.
 */
export class LoginGuard {
  readonly #database: Database;
  readonly #hasher: PasswordHasher;
  readonly #hash: KeyedHash;
  readonly #perAddress: number;
  readonly #turns = new KeyedSemaphore();
  /** How many failures were recorded so far. */
  #failures = 0;

  constructor(database: Database, hasher: PasswordHasher, hash: KeyedHash, perAddress: number) {
    this.#database = database;
    this.#hasher = hasher;
    this.#hash = hash;
    this.#perAddress = perAddress;
  }

  /** Whether the password is the account's, or the place in the line; throws 429 when the identifier or the address must wait. */
  check(attempt: Attempt & { line: LinePlace }): Promise<Verification | InLine>;
  check(attempt: Attempt & { line?: never }): Promise<Verification>;
  async check(attempt: Attempt): Promise<Verification | InLine> {
    const { address, known, line: own } = attempt;
    const identifier = this.key(attempt.identifier);
    const counters = await this.countersOf(identifier, address, known);
    const failures = this.#failures;
    // Who is slowed down is told at once and never stands in the line.
    const before = { ...(await this.#refuseIfThrottled(counters)), failures };
    if (!own) return this.#compare(attempt, counters, before);
    const [{ kind, key }] = counters;
    const visitor = {
      key: this.#keyOf('login-line', `${kind} ${key} ${networkOf(address)}`),
      typed: `${canonicalIdentifier(attempt.identifier)}\u0000${attempt.password}`,
      ticket: own.ticket,
      came: own.came,
      signal: own.signal,
    };
    const crowded = this.#turns.waiting(turnOf(counters)) >= TRIES_HELD;
    return own.line.wait(visitor, (turn) => this.#compare(attempt, counters, before, turn), crowded);
  }

  async #refuseIfThrottled(counters: readonly Counter[]): Promise<Throttled> {
    const state = await throttled(this.#database, counters);
    if (state.wait > 0) throw tooMany(state.wait);
    return state;
  }

  #compare(
    attempt: Attempt,
    counters: readonly [Counter, ...Counter[]],
    before: Throttled & { readonly failures: number },
    turn?: LineTurn,
  ): Promise<Verification> {
    const [own] = counters;
    const compare = async (waited: boolean) => {
      // Another try may have failed since the counters were read.
      const isOld = waited || this.#failures !== before.failures;
      const { failed } = isOld ? await this.#refuseIfThrottled(counters) : before;
      const result = await this.#hasher.verify(attempt.stored, attempt.password, {
        turn,
        whenBegun: turn?.begin,
        whenWaited: async () => void (await this.#refuseIfThrottled(counters)),
        whenWrong: async () => {
          this.#failures += 1;
          await recordFailure(this.#database.knex, counters, this.#perAddress);
        },
      });
      if (result.matches && failed.has(own.kind))
        await forgetFailures(this.#database.knex, [own.key], own.kind);
      return result;
    };
    return this.#turns.run(turnOf(counters), compare, turn);
  }

  /** What a failure counts for; first what a success forgets, and the tries take turns by. */
  async countersOf(
    identifier: string,
    address: string,
    known: Known | undefined,
    db: Db = this.#database.knex,
  ): Promise<[Counter, ...Counter[]]> {
    if (known) {
      const own = { kind: known.kind, key: this.#keyOfKnown(known) };
      if (known.kind === 'session') return [own];
      // A bound for someone who once had the password and made many devices of it.
      const devices = { kind: 'devices', key: this.#keyOf('devices', known.account) } as const;
      if ((await throttledIn(db, [devices])).wait === 0) return [own, devices];
    }
    return [
      { kind: 'identifier', key: identifier },
      { kind: 'address', key: networkOf(address) },
    ];
  }

  /** Forgets the failures of a known device, after a reset of the password from it. */
  async forgetDevice(trx: Db, account: string, id: string): Promise<void> {
    await forgetFailures(trx, [this.#keyOfKnown({ kind: 'device', id, account })], 'device');
  }

  #keyOfKnown({ kind, id, account }: Known): string {
    return this.#keyOf(kind, `${account} ${id}`);
  }

  #keyOf(purpose: string, text: string): string {
    return this.#hash(purpose, text).toString('base64url');
  }

  /** The keys of everything an account can log in by. */
  keysOf(account: { email: string; contact_phone: string | null }): string[] {
    return [account.email, account.contact_phone].flatMap((text) => (text ? [this.key(text)] : []));
  }

  /** The key under which tries at an identifier are counted; the identifier itself is not stored. */
  key(identifier: string): string {
    return this.#keyOf('identifier', canonicalIdentifier(identifier));
  }
}
