import { normalizePhone } from '@gerbang/contracts/phone';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { networkOf } from '@gerbang/service-kit/http/network';
import type { KeyedHash } from '@gerbang/service-kit/data/keyed-hash';
import type { PasswordHasher, Verification } from './password-hasher.ts';
import { KeyedSemaphore, type Turn } from '@gerbang/service-kit/program/semaphore';
import { tooMany } from '@gerbang/service-kit/http/problems';
import {
  type Counter,
  type Failing,
  forgetFailures,
  type ReadFailing,
  readFailing,
  recordFailure,
  type Known,
  type Throttled,
} from './throttle.repository.ts';

/** One spelling of a typed login identifier: an e-mail in lower case or a number in E.164. */
export function canonicalIdentifier(typed: string): string {
  const text = typed.normalize('NFC').trim();
  return text.includes('@') ? text.toLowerCase() : (normalizePhone(text) ?? text.toLowerCase());
}

/** A try of a password by a session. */
interface Attempt {
  readonly identifier: string;
  readonly address: string;
  readonly password: string;
  /** The hash of the account. */
  readonly stored: string;
  readonly known: Known;
}

/** What a failure counts for. The first is what a success forgets, and the tries take turns by. */
type Counters = readonly [Counter, ...Counter[]];

/** What a try counts for, and how it stands. */
interface Standing extends Throttled {
  readonly counters: Counters;
}

/** The counters that a login may count for, before it is known which account is meant. */
interface LoginCounters {
  readonly strangers: Counters;
  /** Those of strangers and of every device that the browser is. */
  readonly all: readonly Counter[];
  /** How many failures were recorded before the counters are read. */
  readonly failures: number;
}

/** A comparison that is allowed so far. */
export interface Comparison {
  /** The hash of the account; undefined when there is none. */
  readonly stored: string | undefined;
  readonly password: string;
  readonly standing: Standing;
  /** How many failures were recorded before the standing was read. */
  readonly failures: number;
  /** Reads the counters once more, after a wait. */
  readonly again: ReadFailing;
}

/** How a try stands by its counters; `found` may hold other counters too. */
function standingOf(counters: readonly Counter[], found: readonly Failing[]): Throttled {
  const own = found.filter((one) => counters.some(({ kind, key }) => kind === one.kind && key === one.key));
  return {
    wait: Math.max(0, ...own.map((one) => one.wait ?? 0)),
    failed: new Set(own.map(({ kind }) => kind)),
  };
}

/** How a try stands: what is its own counts, unless the devices of its account have used up theirs. */
function choose(strangers: Counters, own: Counters | undefined, failing: readonly Failing[]): Standing {
  const [, devices] = own ?? [];
  const isOwn = own && (!devices || standingOf([devices], failing).wait === 0);
  const counters = isOwn ? own : strangers;
  return { counters, ...standingOf(counters, failing) };
}

/** The standing; throws 429 when the try must wait. */
function refuseIfThrottled<T extends Throttled>(standing: T): T {
  if (standing.wait > 0) throw tooMany(standing.wait);
  return standing;
}

/** The most tries of one account that wait here for their turn; further ones get a place in the line at once. */
const TRIES_HELD = 64;

const turnOf = ([own]: Counters): string => `${own.kind} ${own.key}`;

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

  /** Whether the password is the account's; throws 429 when the session must wait. */
  async check({ identifier, address, password, stored, known }: Attempt): Promise<Verification> {
    const failures = this.#failures;
    const again = readFailing(this.#database.prepared);
    const standing = refuseIfThrottled(await this.standing(again, this.key(identifier), address, known));
    return this.compare({ stored, password, standing, failures, again });
  }

  /** The counters to read for a login, by the identifier as it was typed, existing or not. */
  loginCounters(identifier: string, address: string, devices: readonly Known[]): LoginCounters {
    const strangers = this.#strangers(this.key(identifier), address);
    const ofDevices = devices.flatMap((known) => this.#ownOf(known));
    return { strangers, all: [...strangers, ...ofDevices], failures: this.#failures };
  }

  /** How a login stands by its counters; throws 429 when the device, or the identifier or the address, must wait. */
  loginStanding(
    { strangers }: LoginCounters,
    known: Known | undefined,
    failing: readonly Failing[],
  ): Standing {
    return refuseIfThrottled(choose(strangers, known && this.#ownOf(known), failing));
  }

  /** What has one place in the line: the counter of the failures, with the network. */
  placeKey({ counters: [{ kind, key }] }: Standing, address: string): string {
    return this.#keyOf('login-line', `${kind} ${key} ${networkOf(address)}`);
  }

  /** Whether so many tries of one counter wait already that no further one is held. */
  isCrowded({ counters }: Standing): boolean {
    return this.#turns.waiting(turnOf(counters)) >= TRIES_HELD;
  }

  /** Compares a password at its turn, and counts a wrong one; throws 429 when the counters refuse it meanwhile. */
  compare(
    comparison: Comparison,
    turn?: Turn & { readonly begin: () => Promise<void> },
  ): Promise<Verification> {
    const { stored, password, standing, failures, again } = comparison;
    const { counters } = standing;
    const [own] = counters;
    const readAgain = async () => refuseIfThrottled(standingOf(counters, await again(counters)));
    const compare = async (waited: boolean) => {
      // Another try may have failed since the counters were read.
      const isOld = waited || this.#failures !== failures;
      const { failed } = isOld ? await readAgain() : standing;
      const result = await this.#hasher.verify(stored, password, {
        turn,
        whenBegun: turn?.begin,
        whenWaited: async () => void (await readAgain()),
        whenWrong: async () => {
          this.#failures += 1;
          await recordFailure(this.#database.knex, counters, this.#perAddress);
          // Also for those who read the counters while this failure was being written.
          this.#failures += 1;
        },
      });
      if (result.matches && failed.has(own.kind))
        await forgetFailures(this.#database.knex, [own.key], own.kind);
      return result;
    };
    return this.#turns.run(turnOf(counters), compare, turn);
  }

  /** What a try counts for by the key of its identifier, its address and what is known of it, and how it stands. */
  async standing(
    read: ReadFailing,
    identifier: string,
    address: string,
    known: Known | undefined,
  ): Promise<Standing> {
    const strangers = this.#strangers(identifier, address);
    const own = known && this.#ownOf(known);
    return choose(strangers, own, await read([...strangers, ...(own ?? [])]));
  }

  #strangers(identifier: string, address: string): Counters {
    return [
      { kind: 'identifier', key: identifier },
      { kind: 'address', key: networkOf(address) },
    ];
  }

  #ownOf(known: Known): Counters {
    const own = { kind: known.kind, key: this.#keyOfKnown(known) };
    if (known.kind === 'session') return [own];
    // A bound for someone who once had the password and made many devices of it.
    return [own, { kind: 'devices', key: this.#keyOf('devices', known.account) }];
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
