import { readdirSync, readFileSync } from 'node:fs';

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
    const fields = statFields(String(pid));
    if (!fields) return Number.NaN; // no /proc, or the process is gone
    // utime and stime
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return (ticks / TICKS_PER_SECOND) * 1000;
}

/** The same of a program with all its children, those that have ended too: Postgres has one for every connection. */
export function treeCpuMilliseconds(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    const fields = statFields(name);
    const own = name === String(pid);
    if (!fields || (!own && fields[1] !== String(pid))) continue;
    ticks += Number(fields[11]) + Number(fields[12]);
    // What ended children have used, their parent has inherited.
    if (own) ticks += Number(fields[13]) + Number(fields[14]);
  }
  return (ticks / TICKS_PER_SECOND) * 1000;
}

/** Milliseconds that all cores together have worked so far, whoever for. */
export function machineBusyMilliseconds(): number {
  const line = readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '';
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line
    .trim()
    .split(/\s+/u)
    .slice(1)
    .map(Number);
  return ((user + nice + system + irq + softirq) / TICKS_PER_SECOND) * 1000;
}

/** Fields of a process after its name, from its state on; null when it is gone. */
function statFields(pid: string): string[] | null {
  try {
    // The name in parentheses may hold spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? null;
  } catch {
    return null; // it ended meanwhile
  }
}

/** `12.3`, `0.123`, `1,234`: as many digits as mean something. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return 'not known';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
