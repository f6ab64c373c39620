/** The hours within which this share of the waits (in minutes) falls, as the report of work counts them; null without any. */
export function hoursWithin(waits: readonly number[], share: number): number | null {
  const steps = waits.map((minutes) => (minutes < 600 ? minutes - (minutes % 6) : minutes - (minutes % 60)));
  const sorted = steps.toSorted((a, b) => a - b);
  const minutes = sorted[Math.ceil(sorted.length * share) - 1];
  return minutes === undefined ? null : Math.round(minutes / 6) / 10;
}
