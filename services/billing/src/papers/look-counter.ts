import type { Logger } from '@gerbang/service-kit/program/logger';

const FLUSH_MS = 2000;

/**
 * Counts how often papers are looked up, not by whom. Looks are written every two seconds, so that a look stays a read; a process
 * that is killed loses those of its last two seconds.
 */
export class LookCounter {
  readonly #write: (looks: ReadonlyMap<string, number>) => Promise<void>;
  readonly #log: Pick<Logger, 'warn'>;
  #looks = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (looks: ReadonlyMap<string, number>) => Promise<void>, log: Pick<Logger, 'warn'>) {
    this.#write = write;
    this.#log = log;
  }

  /** Counts one look. */
  note(id: string): void {
    this.#looks.set(id, (this.#looks.get(id) ?? 0) + 1);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes what was counted. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#looks.size === 0) return;
    const looks = this.#looks;
    this.#looks = new Map();
    await this.#write(looks).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'looks at papers were not counted'),
    );
  }
}
