import { unavailable } from '../http/problems.ts';

/** Work that waited longer than this is refused, so that a crowd gets a response instead of a queue. */
const LONGEST_WAIT_MS = 2000;

type Release = () => void;

export interface Turn {
  /** When the caller came, by `performance.now()`: the first to come is next. Now, where it is not given. */
  readonly since?: number;
  /** Ends the wait, which rejects with its reason; a wait without one ends with 503. */
  readonly signal?: AbortSignal;
}

interface Waiting {
  readonly since: number;
  readonly start: () => void;
}

/** At most `size` pieces of work at once; the others wait in the order of their coming, then get 503 with Retry-After. */
export class Semaphore {
  readonly #size: number;
  readonly #longestWait: number;
  readonly #waiting: Waiting[] = [];
  #busy = 0;

  constructor(size: number, longestWait = LONGEST_WAIT_MS) {
    this.#size = size;
    this.#longestWait = longestWait;
  }

  /** Takes a slot; `waited` says whether others were before. */
  async acquire(turn: Turn = {}): Promise<{ release: Release; waited: boolean }> {
    turn.signal?.throwIfAborted();
    if (!this.full) {
      this.#busy += 1;
      return { release: this.#once(), waited: false };
    }
    await this.#turn(turn);
    const release = this.#once();
    if (turn.signal?.aborted) {
      release();
      throw turn.signal.reason;
    }
    return { release, waited: true };
  }

  /** Runs the work in a slot; `waited` says whether others were before. */
  async run<T>(work: (waited: boolean) => Promise<T>, turn?: Turn): Promise<T> {
    const { release, waited } = await this.acquire(turn);
    try {
      return await work(waited);
    } finally {
      release();
    }
  }

  get idle(): boolean {
    return this.#busy === 0;
  }

  /** Whether newcomers must wait. */
  get full(): boolean {
    return this.#busy >= this.#size;
  }

  /** How many wait for a slot. */
  get waiting(): number {
    return this.#waiting.length;
  }

  #turn({ since = performance.now(), signal }: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        const place = this.#waiting.indexOf(waiting);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(error as Error);
      };
      const abort = () => leave(signal?.reason);
      const timer = signal ? undefined : setTimeout(() => leave(unavailable(2)), this.#longestWait);
      const waiting = {
        since,
        start: () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      const before = this.#waiting.findLastIndex((one) => one.since <= since);
      this.#waiting.splice(before + 1, 0, waiting);
    });
  }

  #once(): Release {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = this.#waiting.shift();
      // The slot goes straight to the next in line: a newcomer cannot overtake.
      if (next) next.start();
      else this.#busy -= 1;
    };
  }
}

/** One piece of work at a time for each key: guesses at one account come one after the other. */
export class KeyedSemaphore {
  readonly #slots = new Map<string, Semaphore>();

  async run<T>(key: string, work: (waited: boolean) => Promise<T>, turn?: Turn): Promise<T> {
    const slots = this.#slots.get(key) ?? new Semaphore(1);
    this.#slots.set(key, slots);
    try {
      return await slots.run(work, turn);
    } finally {
      if (slots.idle) this.#slots.delete(key);
    }
  }

  /** How many wait for the turn of a key. */
  waiting(key: string): number {
    return this.#slots.get(key)?.waiting ?? 0;
  }
}
