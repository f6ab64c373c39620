import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Stack } from '@gerbang/local/stack';

export const KB = 1024;
export const MB = 1024 * 1024;
/** Linux counts CPU time in hundredths of a second. */
export const TICK_MS = 10;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2;
}

/** The least and the most of several rounds, as a row tells of them; nothing of one. */
export const spreadOf = (rounds: readonly number[]): { readonly spread?: readonly [number, number] } =>
  rounds.length > 1 ? { spread: [Math.min(...rounds), Math.max(...rounds)] } : {};

/** `12.3`, `0.123`, `1,234`: three significant digits. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return 'not known';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

/** Reads a metric from a program's `/metrics`; some metrics cover only the time since the last read. */
export async function metric(metricsUrl: string, name: string): Promise<number> {
  const response = await fetch(metricsUrl);
  if (!response.ok) throw new Error(`${metricsUrl} returned ${response.status}`);
  const line = (await response.text()).split('\n').find((one) => one.startsWith(`${name}{`));
  const value = Number(line?.split(' ').at(-1));
  if (line === undefined || Number.isNaN(value)) throw new Error(`${metricsUrl} has no ${name}`);
  return value;
}

/** The highest value that `read` returns while the work lasts, sampled every 50 ms. */
export async function highest<T>(
  read: () => number,
  work: () => Promise<T>,
): Promise<{ most: number; result: T }> {
  let most = read();
  const timer = setInterval(() => {
    most = Math.max(most, read());
  }, 50);
  try {
    const result = await work();
    return { result, most };
  } finally {
    clearInterval(timer);
  }
}

/** A watched process; `read` returns the CPU milliseconds that it has used so far, NaN when it is gone. */
export interface Meter {
  readonly name: string;
  readonly read: () => number;
}

/** Average cores in use while the work lasted. */
export interface Usage<T> {
  readonly result: T;
  readonly seconds: number;
  readonly cores: ReadonlyMap<string, number>;
  /** Share of all cores used by the watched processes together. */
  readonly share: number;
  /** Share of all cores used by any process, the load generator included. */
  readonly machine: number;
}

export function meterOf(name: string, pid: number | undefined): Meter {
  return {
    name,
    read: () => {
      const fields = statFields(String(pid));
      return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : Number.NaN; // utime and stime
    },
  };
}

/** Meters of the programs, PostgreSQL (where the stack runs it) and Redis (where the benchmark started it). */
export function metersOf(
  stack: Stack,
  names: readonly Parameters<Stack['pid']>[0][],
  redisPid: number | undefined,
): Meter[] {
  const file = join(stack.dataDir, 'postgres', 'postmaster.pid');
  const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  return [
    ...names.map((name) => meterOf(name, stack.pid(name))),
    ...(postmaster > 0 ? [{ name: 'postgres', read: () => treeCpuMs(postmaster) }] : []),
    ...(redisPid === undefined ? [] : [meterOf('redis', redisPid)]),
  ];
}

/** CPU milliseconds of all meters together. */
export const cpuMs = (meters: readonly Meter[]) => meters.reduce((sum, { read }) => sum + read(), 0);

/** Measures how many cores each meter uses while the work lasts. */
export async function watched<T>(meters: readonly Meter[], work: () => Promise<T>): Promise<Usage<T>> {
  const before = meters.map(({ read }) => read());
  const machineBefore = machineMs();
  const began = performance.now();
  const result = await work();
  const elapsed = performance.now() - began;
  const used = meters.map(({ name, read }, at) => [name, (read() - (before[at] ?? 0)) / elapsed] as const);
  const all = availableParallelism();
  return {
    result,
    seconds: elapsed / 1000,
    cores: new Map(used),
    share: used.reduce((sum, [, cores]) => sum + cores, 0) / all,
    machine: (machineMs() - machineBefore) / elapsed / all,
  };
}

/** `gateway 0.61, admission 0.42 cores`, the busiest first. */
export function inWords(cores: ReadonlyMap<string, number>): string {
  const sorted = [...cores].toSorted(([, a], [, b]) => b - a);
  return `${sorted.map(([name, used]) => `${name} ${used.toFixed(2)}`).join(', ')} cores`;
}

/** CPU milliseconds of a process and its children, ended ones included: PostgreSQL has one child a connection. */
function treeCpuMs(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    const fields = statFields(name);
    const isRoot = name === String(pid);
    if (!fields || (!isRoot && fields[1] !== String(pid))) continue;
    ticks += Number(fields[11]) + Number(fields[12]);
    // A process inherits the time of its ended children.
    if (isRoot) ticks += Number(fields[13]) + Number(fields[14]);
  }
  return ticks * TICK_MS;
}

/** Milliseconds that all cores together have worked so far. */
export function machineMs(): number {
  const line = readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '';
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line
    .trim()
    .split(/\s+/u)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq) * TICK_MS;
}

/** Fields of `/proc/<pid>/stat` from the state on; null when the process is gone. */
export function statFields(pid: string): string[] | null {
  try {
    // The name in parentheses may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? null;
  } catch {
    return null;
  }
}
