import { normalizePhone } from '@gerbang/contracts/phone';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { networkOf } from '@gerbang/service-kit/http/network';
import { tooMany } from '@gerbang/service-kit/http/problems';
import type { KeyedHash } from '@gerbang/service-kit/data/keyed-hash';
import type { PasswordHasher, Verification } from '../passwords/password-hasher.ts';
import { KeyedSemaphore } from '@gerbang/service-kit/program/semaphore';
import { type Counter, forgetFailures, recordFailure, throttled } from './throttle.repository.ts';

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
  /** Reads the hash of the account, undefined when there is none. */
  readonly stored: () => Promise<string | undefined>;
  readonly known?: Known | undefined;
}

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

  constructor(database: Database, hasher: PasswordHasher, hash: KeyedHash, perAddress: number) {
    this.#database = database;
    this.#hasher = hasher;
    this.#hash = hash;
    this.#perAddress = perAddress;
  }

  /** Whether the password is the account's; throws 429 when the identifier or the address must wait. */
  async check(attempt: Attempt): Promise<Verification> {
    const db = this.#database.knex;
    const { address, known } = attempt;
    const counters = await this.countersOf(this.key(attempt.identifier), address, known);
    const [own] = counters;
    const refuseIfThrottled = async () => {
      const state = await throttled(db, counters);
      if (state.wait > 0) throw tooMany(state.wait);
      return state;
    };
    return this.#turns.run(`${own.kind} ${own.key}`, async () => {
      const { failed } = await refuseIfThrottled();
      const result = await this.#hasher.verify(await attempt.stored(), attempt.password, {
        whenWaited: async () => void (await refuseIfThrottled()),
        whenWrong: () => recordFailure(db, counters, this.#perAddress),
      });
      if (result.matches && failed.has(own.kind)) await forgetFailures(db, [own.key], own.kind);
      return result;
    });
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
      if ((await throttled(db, [devices])).wait === 0) return [own, devices];
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
