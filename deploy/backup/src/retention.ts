const DAY_MS = 86_400_000;
/** Twice what a run every 15 minutes makes in a day. */
export const MOST_OF_A_DAY = 192;
const NAME = /^gerbang-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz\.age$/u;

/** The name of an archive, sortable by its time. */
export function archiveName(made: Date): string {
  return `gerbang-${made.toISOString().replace(/[-:]|\.\d+/gu, '')}.tar.gz.age`;
}

/** When an archive of this name was made, to the second; null for another file's name. */
export function madeOf(name: string): number | null {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  const made = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(made) ? null : made;
}

/**
 * Which archives stay: those of the last 24 hours (the newest 192), and the last of each of `days` days of UTC, today
 * included. The newest always stays. A time is in milliseconds.
 */
export function keptArchives(made: readonly number[], now: number, days: number): ReadonlySet<number> {
  const sorted = [...new Set(made)].toSorted((one, two) => two - one);
  const dayOf = (time: number) => Math.floor(time / DAY_MS);
  const ofTheDay = sorted.filter((time) => now - time < DAY_MS).slice(0, MOST_OF_A_DAY);
  const daily = new Map<number, number>();
  for (const time of sorted) {
    const ago = dayOf(now) - dayOf(time);
    if (ago >= 0 && ago < days && !daily.has(ago)) daily.set(ago, time);
  }
  return new Set([...sorted.slice(0, 1), ...ofTheDay, ...daily.values()]);
}
