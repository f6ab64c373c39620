import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 60_000;
const PAUSE_MS = 25;

/**
 * Waits until the check holds. Throws when the time is over, a minute unless told: what a test waits for happens within
 * milliseconds, so the limit only ends a wait that would be for ever. A shorter one stands where something else, such as
 * a regular look, would do the same within the minute and hide that news was lost.
 */
export async function until(check: () => Promise<boolean> | boolean, limitMs = LIMIT_MS): Promise<void> {
  for (const end = Date.now() + limitMs; !(await check()); await sleep(PAUSE_MS)) {
    if (Date.now() > end) throw new Error(`It did not happen within ${limitMs / 1000} s`);
  }
}
