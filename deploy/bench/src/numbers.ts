import { readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2;
}

/** CPU milliseconds that the processes have used so far; NaN where the system does not tell. */
export function cpuMilliseconds(pids: readonly (number | undefined)[]): number {
  let ticks = 0;
  for (const pid of pids) {
    try {
      // The name in parentheses may hold spaces; utime and stime are the 12th and 13th field after it.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      return Number.NaN; // no /proc, or the process is gone
    }
  }
  return (ticks / TICKS_PER_SECOND) * 1000;
}

/** `12.3`, `0.123`, `1,234`: as many digits as mean something. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return 'not known';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
