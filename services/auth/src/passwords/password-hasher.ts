import { createHmac, randomBytes } from 'node:crypto';
import { normalizePassword } from '@gerbang/domain/passwords';
import { hash, type Options, verify } from '@node-rs/argon2';
import { Semaphore } from '@gerbang/service-kit/program/semaphore';

/** argon2id (the library's default algorithm) with the parameters of OWASP. */
export const HASH_PARAMETERS = { memoryCost: 19456, timeCost: 2, parallelism: 1 } as const satisfies Options;

const CURRENT = `m=${HASH_PARAMETERS.memoryCost},t=${HASH_PARAMETERS.timeCost},p=${HASH_PARAMETERS.parallelism}`;

export interface Verification {
  readonly matches: boolean;
  /** The stored hash was made with other parameters and should be made again. */
  readonly outdated: boolean;
}

/** Hashes and checks passwords on the library's own threads, a bounded number at once. */
export class PasswordHasher {
  readonly #pepper: Buffer;
  readonly #slots: Semaphore;
  /** Those of them that making hashes may take: a quarter is kept for logins, so that a flood of registrations bars no one. */
  readonly #makingSlots: Semaphore;
  readonly #placeholder: string;

  private constructor(pepper: Buffer, atOnce: number, placeholder: string) {
    this.#pepper = pepper;
    this.#slots = new Semaphore(atOnce);
    this.#makingSlots = new Semaphore(Math.max(1, Math.floor(atOnce * 0.75)));
    this.#placeholder = placeholder;
  }

  /** Also makes a hash to compare with when an account does not exist, so that a check costs the same. */
  static async create(pepper: Buffer, atOnce: number): Promise<PasswordHasher> {
    const placeholder = await hash(randomBytes(32).toString('base64'), HASH_PARAMETERS);
    return new PasswordHasher(pepper, atOnce, placeholder);
  }

  hash(password: string): Promise<string> {
    const make = () => hash(this.#peppered(password), HASH_PARAMETERS);
    return this.#makingSlots.run(() => this.#slots.run(make));
  }

  /**
   * Compares; without a stored hash it does the same work and nothing matches. If the caller had to queue for its slot,
   * `whenWaited` runs beside the comparison, and an error of it wins; `whenWrong` runs before the slot is released, so
   * that the next try sees the failure.
   */
  async verify(
    stored: string | undefined,
    password: string,
    hooks: { whenWaited?: () => Promise<void>; whenWrong?: () => Promise<void> } = {},
  ): Promise<Verification> {
    const { release, waited } = await this.#slots.acquire();
    try {
      // In parallel, because a slot that waited for the database first would hash nothing meanwhile. Both are awaited,
      // so that a refusal does not release the slot while its hash still runs.
      const [allowed, compared] = await Promise.allSettled([
        waited ? hooks.whenWaited?.() : undefined,
        verify(stored ?? this.#placeholder, this.#peppered(password)),
      ]);
      if (allowed.status === 'rejected') throw allowed.reason;
      if (compared.status === 'rejected') throw compared.reason;
      const matches = compared.value && stored !== undefined;
      if (!matches) await hooks.whenWrong?.();
      return { matches, outdated: matches && !stored.includes(`$${CURRENT}$`) };
    } finally {
      release();
    }
  }

  // The pepper is a key outside the database, without which a stolen table is of no use for guessing.
  #peppered(password: string): string {
    return createHmac('sha256', this.#pepper).update(normalizePassword(password)).digest('base64');
  }
}
