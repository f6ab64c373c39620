import { unavailable } from '../http/problems.ts';

/** Work that waited longer than this is refused, so that a crowd gets an answer instead of a queue. */
const LONGEST_WAIT_MS = 2000;

type Release = () => void;

/** At most `size` pieces of work at once; the others wait in order, then get 503 with Retry-After. */
export class Semaphore {
  readonly #size: number;
  readonly #longestWait: number;
  readonly #waiting: Array<() => void> = [];
  #busy = 0;

  constructor(size: number, longestWait = LONGEST_WAIT_MS) {
    this.#size = size;
    this.#longestWait = longestWait;
  }

  /** Takes a slot; `waited` says whether others were before. */
  async acquire(): Promise<{ release: Release; waited: boolean }> {
    if (this.#busy < this.#size) {
      this.#busy += 1;
      return { release: this.#once(), waited: false };
    }
    await this.#turn();
    return { release: this.#once(), waited: true };
  }

  /** Runs the work in a slot. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { release } = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }

  get idle(): boolean {
    return this.#busy === 0;
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        const place = this.#waiting.indexOf(start);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(unavailable(2));
      }, this.#longestWait);
      this.#waiting.push(start);
    });
  }

  #once(): Release {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = this.#waiting.shift();
      // The slot goes straight to the next in line: a newcomer cannot overtake.
      if (next) next();
      else this.#busy -= 1;
    };
  }
}

/** One piece of work at a time for each key: guesses at one account come one after the other. */
export class KeyedSemaphore {
  readonly #slots = new Map<string, Semaphore>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const slots = this.#slots.get(key) ?? new Semaphore(1);
    this.#slots.set(key, slots);
    try {
      return await slots.run(work);
    } finally {
      if (slots.idle) this.#slots.delete(key);
    }
  }
}
