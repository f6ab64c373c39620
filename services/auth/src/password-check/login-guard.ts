import { normalizePhone } from '@gerbang/contracts/phone';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { networkOf } from '@gerbang/service-kit/http/network';
import type { KeyedHash } from '@gerbang/service-kit/data/keyed-hash';
import type { PasswordHasher, Verification } from './password-hasher.ts';
import { KeyedSemaphore } from '@gerbang/service-kit/program/semaphore';
import type { InLine } from '@gerbang/contracts/accounts';
import type { LineTurn } from '../login-line/login-line.ts';
import {
  type Attempt,
  choose,
  type Counters,
  type LoginAttempt,
  refuseIfThrottled,
  type Standing,
} from './login-attempts.ts';
import {
  forgetFailures,
  type ReadFailing,
  readFailing,
  recordFailure,
  standingOf,
  type Known,
} from '../account-record/throttle.repository.ts';

/** One spelling of a typed login identifier: an e-mail in lower case or a number in E.164. */
export function canonicalIdentifier(typed: string): string {
  const text = typed.normalize('NFC').trim();
  return text.includes('@') ? text.toLowerCase() : (normalizePhone(text) ?? text.toLowerCase());
}

/** A comparison that is allowed so far. */
interface Comparison {
  readonly stored: string | undefined;
  readonly password: string;
  readonly standing: Standing;
  /** How many failures were recorded before the standing was read. */
  readonly failures: number;
  readonly again: ReadFailing;
}

/** Tries of one account that wait at once for their turn; further ones are told their place at once. */
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
    return this.#compare({ stored, password, standing, failures, again });
  }

  /**
   * Whether the password is the account's, or the place in the line; throws 429 when the device, or the identifier or
   * the address, must wait: who is slowed down is told at once and never stands in the line.
   */
  async checkLogin(attempt: LoginAttempt): Promise<Verification | InLine> {
    const { identifier, address, password, again, line: own } = attempt;
    const failures = this.#failures;
    const strangers = this.#strangers(this.key(identifier), address);
    const ofDevices = attempt.devices.flatMap((known) => this.#ownOf(known));
    const { failing, stored, known } = await attempt.look([...strangers, ...ofDevices]);
    const standing = refuseIfThrottled(choose(strangers, known && this.#ownOf(known), failing));
    const { counters } = standing;
    const [{ kind, key }] = counters;
    const visitor = {
      key: () => this.#keyOf('login-line', `${kind} ${key} ${networkOf(address)}`),
      typed: `${canonicalIdentifier(identifier)}\u0000${password}`,
      ticket: own.ticket,
      came: own.came,
      signal: own.signal,
    };
    const crowded = this.#turns.waiting(turnOf(counters)) >= TRIES_HELD;
    const comparison = { stored, password, standing, failures, again };
    return own.line.wait(visitor, (turn) => this.#compare(comparison, turn), crowded);
  }

  #compare(comparison: Comparison, turn?: LineTurn): Promise<Verification> {
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
