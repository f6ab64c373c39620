/** The percentile of values between the two nearest ranks, as PostgreSQL's `percentile_cont` works it out; null without any. */
export function naivePercentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) return null;
  return low + (high - low) * (place - Math.floor(place));
}

/** Minutes as hours with one decimal. */
export const hoursOf = (minutes: number | null): number | null =>
  minutes === null ? null : Math.round(minutes / 6) / 10;
