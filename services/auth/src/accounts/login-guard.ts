import { normalizePhone } from '@gerbang/contracts/phone';
import type { Database } from '@gerbang/service-kit/data/database';
import { tooMany } from '@gerbang/service-kit/http/problems';
import type { KeyedHash } from '@gerbang/service-kit/data/keyed-hash';
import type { PasswordHasher, Verification } from '../passwords/password-hasher.ts';
import { KeyedSemaphore } from '@gerbang/service-kit/program/semaphore';
import { forgetFailures, recordFailure, throttled } from './throttle.repository.ts';

/** One spelling of a typed login identifier: an e-mail in lower case or a number in E.164. */
export function canonicalIdentifier(typed: string): string {
  const text = typed.normalize('NFC').trim();
  return text.includes('@') ? text.toLowerCase() : (normalizePhone(text) ?? text.toLowerCase());
}

export interface Attempt {
  /** The identifier as typed, existing or not; failures are counted by it. */
  readonly identifier: string;
  readonly address: string;
  readonly password: string;
  /** Reads the hash of the account, undefined when there is none. */
  readonly stored: () => Promise<string | undefined>;
}

/**
 * Checks passwords and slows down guessing, by the typed identifier and by the address. Tries of one identifier run one
 * after the other, so that parallel guesses cannot pass between check and count.
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
    const identifier = this.key(attempt.identifier);
    const { address, password } = attempt;
    const db = this.#database.knex;
    const refuseIfThrottled = async () => {
      const state = await throttled(db, identifier, address);
      if (state.wait > 0) throw tooMany(state.wait);
      return state;
    };
    return this.#turns.run(identifier, async () => {
      const { hasFailures } = await refuseIfThrottled();
      const result = await this.#hasher.verify(await attempt.stored(), password, {
        whenWaited: async () => void (await refuseIfThrottled()),
        whenWrong: () => recordFailure(db, identifier, address, this.#perAddress),
      });
      if (result.matches && hasFailures) await forgetFailures(db, [identifier]);
      return result;
    });
  }

  /** The keys of everything an account can log in by. */
  keysOf(account: { email: string; contact_phone: string | null }): string[] {
    return [account.email, account.contact_phone].flatMap((text) => (text ? [this.key(text)] : []));
  }

  /** The key under which tries at an identifier are counted; the identifier itself is not stored. */
  key(identifier: string): string {
    return this.#hash('identifier', canonicalIdentifier(identifier)).toString('base64url');
  }
}
