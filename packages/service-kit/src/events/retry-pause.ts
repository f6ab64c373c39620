const FIRST_MS = 500;
const LONGEST_MS = 5 * 60_000;
const JITTER = 0.3;

/**
 * Milliseconds until a job is tried again that has failed so often: twice as long each time, and never longer than five
 * minutes, so that what an outage held up follows soon after its end. Up to a third less, so that jobs do not come together.
 */
export function pauseAfter(attempts: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempts - 1));
  return Math.floor(longest * (1 - JITTER * random()));
}
