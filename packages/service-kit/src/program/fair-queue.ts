import { Problem, unavailable } from '../http/problems.ts';

export interface FairQueueOptions {
  /** Pieces of work at once. */
  readonly size?: number;
  /** How many may wait; beyond it the one whose turn is last gets 503. */
  readonly longestQueue?: number;
  /** How many of one key may wait or run; further ones get 503 at once. */
  readonly longestPerKey?: number;
  /** How long one waits for its turn, then it gets 503. */
  readonly longestWaitMs?: number;
}

interface Waiting {
  readonly round: number;
  start(): void;
  refuse(problem: Problem): void;
}

const ownBusy = (): Problem =>
  new Problem(
    503,
    'unavailable',
    'Permintaan Anda yang sebelumnya masih diproses. Tunggu sebentar lalu coba lagi.',
    { headers: { 'retry-after': '2' } },
  );

/**
 * Work of many keys (accounts, families) in turns: a second piece of one key waits behind the first pieces of all others,
 * also of keys that came later. Bounded in length, in each key and in time.
 */
export class FairQueue {
  readonly #size: number;
  readonly #longestQueue: number;
  readonly #longestPerKey: number;
  readonly #longestWaitMs: number;
  /** In the order of their turns. */
  readonly #waiting: Waiting[] = [];
  /** How many of each key wait or run. */
  readonly #counts = new Map<string, number>();
  /** The round that is being served: a key without work joins it, its further pieces come in later ones. */
  #round = 0;
  #busy = 0;

  constructor(options: FairQueueOptions = {}) {
    this.#size = options.size ?? 1;
    this.#longestQueue = options.longestQueue ?? 50;
    this.#longestPerKey = options.longestPerKey ?? this.#longestQueue;
    this.#longestWaitMs = options.longestWaitMs ?? 3000;
  }

  /** The result of the work, done when the turn of its key has come; 503 with Retry-After where that takes too long. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#longestPerKey) throw ownBusy();
    this.#counts.set(key, count + 1);
    try {
      await this.#turn(this.#round + count);
      return await work().finally(() => this.#next());
    } finally {
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    }
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async #turn(round: number): Promise<void> {
    if (this.#busy < this.#size) {
      this.#busy += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      reject(unavailable(2));
    }, this.#longestWaitMs);
    const waiting: Waiting = {
      round,
      start: () => {
        clearTimeout(timer);
        resolve();
      },
      refuse: (problem) => {
        clearTimeout(timer);
        reject(problem);
      },
    };
    const before = this.#waiting.findLastIndex((one) => one.round <= round);
    this.#waiting.splice(before + 1, 0, waiting);
    if (this.#waiting.length > this.#longestQueue) this.#waiting.pop()?.refuse(unavailable(2));
    await promise;
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (!next) {
      this.#busy -= 1;
      return;
    }
    // The slot goes straight to the next in line: a newcomer cannot overtake.
    this.#round = Math.max(this.#round, next.round);
    next.start();
  }
}
