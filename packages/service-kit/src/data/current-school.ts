import type { School } from '@gerbang/contracts/school';
import type { Logger } from '../program/logger.ts';

/** A version of the school's settings; −1 = the configuration file, which any stored version replaces. */
export interface SchoolVersion {
  readonly version: number;
  readonly settings: School;
}

interface Source<Version extends SchoolVersion> {
  /** What holds until the database has been read. */
  readonly first: Version;
  /** The stored version in force if it is newer than this one. */
  readonly newer: (than: number) => Promise<Version | undefined>;
  readonly log: Logger;
}

/**
 * The school's settings in force, read from memory. A look at the database replaces them; an older version never does,
 * so that looks may end in any order.
 */
export class CurrentSchool<Version extends SchoolVersion = SchoolVersion> {
  readonly #source: Source<Version>;
  #held: Version;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #again = false;

  constructor(source: Source<Version>) {
    this.#source = source;
    this.#held = source.first;
  }

  get held(): Version {
    return this.#held;
  }

  get settings(): School {
    return this.#held.settings;
  }

  /** Reads the database now; throws where it is away. */
  async look(): Promise<void> {
    const found = await this.#source.newer(this.#held.version);
    if (found && found.version > this.#held.version) this.#held = found;
  }

  /** Looks now without making a caller wait; several at once become one more. */
  lookSoon(): void {
    this.#again = true;
    this.#looking ??= this.#lookWhileAsked();
  }

  /** Looks again and again. A look that fails is logged, and the next one makes up for it. */
  watch(everyMs: number): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.lookSoon(), everyMs);
  }

  /** Ends the looks; one that runs is awaited. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#again = false;
    await this.#looking;
  }

  async #lookWhileAsked(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      await this.look().catch((error: unknown) =>
        this.#source.log.warn({ err: error }, 'the school’s settings could not be read'),
      );
    }
    this.#looking = null;
  }
}
