import type { PressureStore, Signal } from './pressure-store.ts';

const READ_MS = 1000;
/** A signal that cannot be read again counts no longer than one that was not renewed. */
const LIFE_MS = 3000;
/** How soon those who wait look at the pace again. */
const LOOK_MS = 100;
const LEAST = 0.1;
const LONGEST_REST_MS = 2000;
/** After so long without work a lane's delays are forgotten: what comes then is another wave. */
const IDLE_MS = 10_000;

/** By the global timer, which tests can replace by their own clock. */
const sleep = (milliseconds: number) => new Promise((done) => void setTimeout(done, milliseconds));

/** The next share of the full speed: halved under pressure, doubled in calm, so that it settles where both are well. */
export function nextShare(share: number, signal: Signal): number {
  if (signal?.level === 'stop') return 0;
  if (signal?.level === 'slow') return Math.max(LEAST, share / 2);
  return Math.min(1, Math.max(LEAST, share * 2));
}

/**
 * The pace of bulk work in this process, as a share of the full speed. While bulk work is under way the gateways' signal
 * is read once a second; at other times it is not read at all.
 */
export class BulkPace {
  share = 1;
  /** Why it is slower; empty at full speed. */
  cause = '';
  readonly #store: PressureStore;
  readonly #complain: (error: Error) => void;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;
  #lastUsed = 0;
  #lastRead = Number.NEGATIVE_INFINITY;

  constructor(store: PressureStore, complain: (error: Error) => void) {
    this.#store = store;
    this.#complain = complain;
  }

  /** Bulk work is under way; resolves when the pace is known. */
  async use(): Promise<void> {
    this.#lastUsed = performance.now();
    if (this.#timer) return this.#reading;
    this.#timer = setInterval(() => {
      if (this.share === 1 && performance.now() - this.#lastUsed > IDLE_MS) this.close();
      else void this.#look();
    }, READ_MS).unref();
    return this.#look();
  }

  async #look(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    let signal: Signal = null;
    try {
      signal = await this.#store.read();
      this.#lastRead = performance.now();
    } catch (error) {
      if (error instanceof Error) this.#complain(error);
      if (performance.now() - this.#lastRead < LIFE_MS) return;
    }
    this.share = nextShare(this.share, signal);
    if (signal) this.cause = signal.cause;
    else if (this.share === 1) this.cause = '';
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** The store with its connection, and the pace that all buses of the process share. */
export interface OpenPressure {
  readonly store: PressureStore;
  readonly pace: BulkPace;
}

interface Shared extends OpenPressure {
  users: number;
  readonly close: () => Promise<void>;
}

const open = new Map<string, Shared>();

/** The pressure at this address, opened with the first user of the process; `release` closes it after the last. */
export function openPressure(
  url: string,
  complain: (error: Error) => void,
  connect: () => { readonly store: PressureStore; readonly close: () => Promise<void> },
): OpenPressure & { release(): Promise<void> } {
  let shared = open.get(url);
  if (!shared) {
    const { store, close } = connect();
    shared = { store, close, pace: new BulkPace(store, complain), users: 0 };
    open.set(url, shared);
  }
  const held = shared;
  held.users += 1;
  return {
    store: held.store,
    pace: held.pace,
    async release() {
      held.users -= 1;
      if (held.users > 0) return;
      open.delete(url);
      held.pace.close();
      await held.close();
    },
  };
}

/**
 * A kind of bulk work: one piece after the other, at the pace of the moment. All its delays together never exceed the
 * bound while there is something to do; then it goes on at full speed.
 */
export class Lane {
  readonly #pace: BulkPace;
  readonly #boundMs: number;
  readonly #least: number;
  #delayedMs = 0;
  #ended = false;
  #lastEnd = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #resting: Promise<void> = Promise.resolve();

  /** `least` = the share that is left even where the gateways say stop. */
  constructor(pace: BulkPace, boundSeconds: number, least = 0) {
    this.#pace = pace;
    this.#boundMs = boundSeconds * 1000;
    this.#least = least;
  }

  /** The share of the full speed that this work may have now; 0 = none. */
  get share(): number {
    if (this.#ended || this.#delayedMs >= this.#boundMs) return 1;
    return Math.max(this.#least, this.#pace.share);
  }

  /** Waits until there is a share; resolves with it. */
  async open(): Promise<number> {
    if (performance.now() - this.#lastEnd > IDLE_MS) this.#delayedMs = 0;
    await this.#pace.use();
    while (this.share === 0) await this.#delay(LOOK_MS);
    this.#lastEnd = performance.now();
    return this.share;
  }

  /** Runs the work when its turn comes, then leaves the rest of the time that its share makes of it. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(async () => {
      await this.open();
      const began = performance.now();
      try {
        return await work();
      } finally {
        this.#resting = this.rest(performance.now() - began);
      }
    });
    const rested = () => this.#resting;
    // The next one waits for its turn; the error belongs to the caller of this one.
    this.#turn = done.then(rested, rested);
    return done;
  }

  /** There is nothing left to do: what comes next is another wave, with a bound of its own. */
  finished(): void {
    this.#delayedMs = 0;
  }

  /** Nothing waits any more: the process is about to end. */
  end(): void {
    this.#ended = true;
  }

  /** The work itself was slowed down by so many milliseconds. */
  delayedBy(milliseconds: number): void {
    this.#delayedMs += milliseconds;
  }

  /** After work of so many milliseconds: the pause that its share makes of them. */
  async rest(workedMs: number): Promise<void> {
    this.#lastEnd = performance.now();
    let left = Math.min(LONGEST_REST_MS, workedMs * (1 / Math.max(LEAST, this.share) - 1));
    for (; left > 0 && this.share < 1; left -= LOOK_MS) await this.#delay(Math.min(left, LOOK_MS));
  }

  async #delay(milliseconds: number): Promise<void> {
    const before = performance.now();
    await this.#pace.use();
    await sleep(milliseconds);
    this.#lastEnd = performance.now();
    this.#delayedMs += this.#lastEnd - before;
  }
}
