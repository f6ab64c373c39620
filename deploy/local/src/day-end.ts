const DAY_MS = 86_400_000;
const WIB_MS = 7 * 3_600_000;
/** Longer than a group of test files takes, beside load too. */
const LAST_MS = 90_000;

/** For how many milliseconds a test file waits at a moment, so that no day ends in Jakarta while it runs. */
export function waitForDay(now: number): number {
  const left = DAY_MS - ((now + WIB_MS) % DAY_MS);
  return left > LAST_MS ? 0 : left;
}
