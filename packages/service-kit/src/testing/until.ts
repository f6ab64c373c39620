import { setTimeout as sleep } from 'node:timers/promises';

/** A little less than a test may take, so that a wait for ever ends with these words. */
const LIMIT_MS = 280_000;
const PAUSE_MS = 25;

/**
 * Waits until the check holds. What a test waits for happens within milliseconds, so the limit only ends a wait that
 * would be for ever; it never says how fast something is. Where a regular look would make up for news that was lost, the
 * test counts the looks or stops the clock instead.
 */
export async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + LIMIT_MS; !(await check()); await sleep(PAUSE_MS)) {
    if (Date.now() > end) throw new Error(`It did not happen within ${LIMIT_MS / 1000} s`);
  }
}

/** Lets everything that is ready go on, the event loop turning so many times; for what must not happen. */
export async function loopTurns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

/** Holds the event loop still for so long, as a busy process would. */
export function holdLoop(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
