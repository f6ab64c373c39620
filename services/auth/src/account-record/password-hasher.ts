import { createHmac, randomBytes } from 'node:crypto';
import { secretKey } from '@gerbang/service-kit/data/keyed-hash';
import { normalizePassword } from '@gerbang/domain/passwords';
import type { Options } from '@node-rs/argon2';
import { Semaphore, type Turn } from '@gerbang/service-kit/program/semaphore';
import { HashThreads } from './hash-threads.ts';

/** argon2id (the library's default algorithm) with the parameters of OWASP. */
export const HASH_PARAMETERS: HashParameters = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

export type HashParameters = Readonly<Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>>;

/** The longest wait for a slot. Logins wait in the line instead, so that other hashes stand behind two seconds of them at most. */
const LONGEST_WAIT_MS = 8000;
/** How much the newest hash counts in the average time of one. */
const NEWEST_SHARE = 0.1;

export interface Verification {
  readonly matches: boolean;
  /** The stored hash was made with other parameters and should be made again. */
  readonly outdated: boolean;
}

export interface VerifyOptions {
  /** The caller's turn among those that wait for a slot. */
  readonly turn?: Turn | undefined;
  /** Runs when the slot is taken, beside the comparison; its error is the check's error. */
  readonly whenBegun?: (() => Promise<void>) | undefined;
  /** Runs beside the comparison too, if the caller had to wait for its slot. */
  readonly whenWaited?: (() => Promise<void>) | undefined;
  /** Runs before the slot is released, so that the next try sees the failure. */
  readonly whenWrong?: (() => Promise<void>) | undefined;
}

/** Hashes and checks passwords on threads of its own, a bounded number at once, in the order of coming. */
export class PasswordHasher {
  readonly #pepper: Buffer;
  readonly #threads: HashThreads;
  readonly #atOnce: number;
  readonly #slots: Semaphore;
  /** The part of the slots that new hashes may take. A quarter is kept for logins, which a flood of registrations must not stop. */
  readonly #makingSlots: Semaphore;
  readonly #placeholder: string;
  readonly #parameters: HashParameters;
  /** The average time of a hash in milliseconds. */
  #hashMs = 20;

  private constructor(
    pepper: Buffer,
    atOnce: number,
    threads: HashThreads,
    placeholder: string,
    parameters: HashParameters,
  ) {
    this.#pepper = pepper;
    this.#parameters = parameters;
    this.#threads = threads;
    this.#atOnce = atOnce;
    this.#slots = new Semaphore(atOnce, LONGEST_WAIT_MS);
    this.#makingSlots = new Semaphore(Math.max(1, Math.floor(atOnce * 0.75)), LONGEST_WAIT_MS);
    this.#placeholder = placeholder;
  }

  /**
   * Also makes a hash to compare with when an account does not exist, so that a check costs the same. No configuration leads
   * to other parameters: only a test that builds the parts itself hashes more cheaply.
   */
  static async create(
    pepper: Buffer,
    atOnce: number,
    parameters: HashParameters = HASH_PARAMETERS,
  ): Promise<PasswordHasher> {
    const threads = new HashThreads();
    const password = randomBytes(32).toString('base64');
    const placeholder = await threads.run<string>({ password, parameters });
    return new PasswordHasher(pepper, atOnce, threads, placeholder, parameters);
  }

  /** Whether a newcomer must wait for a slot. */
  get busy(): boolean {
    return this.#slots.full;
  }

  /** How many wait for a slot. */
  get waiting(): number {
    return this.#slots.waiting;
  }

  /** How many hashes are done in a second while all slots are taken. */
  get perSecond(): number {
    return (1000 * this.#atOnce) / this.#hashMs;
  }

  hash(password: string): Promise<string> {
    const job = { password: this.#peppered(password), parameters: this.#parameters };
    const make = () => this.#timed(this.#threads.run<string>(job));
    return this.#makingSlots.run(() => this.#slots.run(make));
  }

  /** Compares; without a stored hash it does the same work and nothing matches. */
  async verify(
    stored: string | undefined,
    password: string,
    { turn, whenBegun, whenWaited, whenWrong }: VerifyOptions = {},
  ): Promise<Verification> {
    const { release, waited } = await this.#slots.acquire(turn);
    try {
      const job = { password: this.#peppered(password), stored: stored ?? this.#placeholder };
      // In parallel, because a slot that waited for the database first would hash nothing meanwhile. Both are awaited,
      // so that a refusal does not release the slot while its hash still runs.
      const [allowed, compared] = await Promise.allSettled([
        Promise.all([whenBegun?.(), waited ? whenWaited?.() : undefined]),
        this.#timed(this.#threads.run<boolean>(job)),
      ]);
      if (allowed.status === 'rejected') throw allowed.reason;
      if (compared.status === 'rejected') throw compared.reason;
      const matches = compared.value && stored !== undefined;
      if (!matches) await whenWrong?.();
      return { matches, outdated: matches && !stored.includes(`$${this.#current}$`) };
    } finally {
      release();
    }
  }

  /** The parameters as a stored hash names them. */
  get #current(): string {
    const { memoryCost, timeCost, parallelism } = this.#parameters;
    return `m=${memoryCost},t=${timeCost},p=${parallelism}`;
  }

  async #timed<T>(hashed: Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await hashed;
    this.#hashMs += NEWEST_SHARE * (performance.now() - began - this.#hashMs);
    return result;
  }

  // The pepper is a key outside the database, without which a stolen table is of no use for guessing.
  #peppered(password: string): string {
    return createHmac('sha256', secretKey(this.#pepper)).update(normalizePassword(password)).digest('base64');
  }
}
