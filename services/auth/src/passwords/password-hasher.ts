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
  readonly #stranger: string;

  private constructor(pepper: Buffer, slots: Semaphore, stranger: string) {
    this.#pepper = pepper;
    this.#slots = slots;
    this.#stranger = stranger;
  }

  /** Also makes the hash that stands for accounts that do not exist: checking it costs the same. */
  static async create(pepper: Buffer, atOnce: number): Promise<PasswordHasher> {
    const stranger = await hash(randomBytes(32).toString('base64'), HASH_PARAMETERS);
    return new PasswordHasher(pepper, new Semaphore(atOnce), stranger);
  }

  hash(password: string): Promise<string> {
    return this.#slots.run(() => hash(this.#peppered(password), HASH_PARAMETERS));
  }

  /**
   * Compares; without a stored hash the same work is done and nothing matches. `whenWaited` runs
   * beside the comparison if the caller had to queue for its slot, and what it throws wins; `whenWrong` runs before the slot is handed on, so that
   * whoever comes next sees the failure.
   */
  async verify(
    stored: string | undefined,
    password: string,
    hooks: { whenWaited?: () => Promise<void>; whenWrong?: () => Promise<void> } = {},
  ): Promise<Verification> {
    const { release, waited } = await this.#slots.acquire();
    try {
      // Side by side: a slot that waits for the database first hashes nothing meanwhile. Both are waited for, so that
      // a refusal does not hand the slot on while its hash still runs.
      const [allowed, compared] = await Promise.allSettled([
        waited ? hooks.whenWaited?.() : undefined,
        verify(stored ?? this.#stranger, this.#peppered(password)),
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

  // The pepper is a key outside the database: a stolen table alone cannot be guessed at.
  #peppered(password: string): string {
    return createHmac('sha256', this.#pepper).update(normalizePassword(password)).digest('base64');
  }
}
