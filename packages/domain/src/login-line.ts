/** A client near the head of the line calls again at once, and waits at the server. */
const SOON_SECONDS = 2;
const SOON_MS = 100;
/** A place counts in those of others for 15 seconds after the last visit. */
const LONGEST_MS = 10_000;

/**
 * After how many milliseconds a client of the login's line comes again that was told to wait `seconds`: after half of
 * them, so that it is there when its turn comes even if the line moves faster.
 */
export function comeAgainMs(seconds: number): number {
  return seconds <= SOON_SECONDS ? SOON_MS : Math.min(seconds * 500, LONGEST_MS);
}
