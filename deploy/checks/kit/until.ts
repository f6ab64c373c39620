import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 90_000;
const PAUSE_MS = 50;

export interface UntilOptions {
  readonly limitMs?: number;
  /** Between two tries; 50 ms unless given. */
  readonly pauseMs?: number;
}

/**
 * Repeats `find` until it returns something other than undefined, null or false, and returns that. Throws with `what`
 * and the last error of `find` when the time is over: data that one service publishes arrives in the others later.
 */
export async function until<T>(
  what: string,
  find: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  { limitMs = LIMIT_MS, pauseMs = PAUSE_MS }: UntilOptions = {},
): Promise<T> {
  for (const end = Date.now() + limitMs; ; await sleep(pauseMs)) {
    const found = await find();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > end) throw new Error(`${what}: not within ${limitMs / 1000} s`);
  }
}
