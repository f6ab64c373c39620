import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Stack } from '@gerbang/local/stack';
import type { Bench } from './measurement.ts';
import { cpuMilliseconds, machineBusyMilliseconds, treeCpuMilliseconds } from './numbers.ts';

/** A process that is watched, with what it has used so far. */
export interface Meter {
  name: string;
  read: () => number;
}

/** How many cores each was busy with, on average, while the work lasted. */
export interface Usage<T> {
  result: T;
  seconds: number;
  cores: Map<string, number>;
  /** Share of all cores that the watched ones took together. */
  share: number;
  /** Share of all cores that anything took, the load itself included. */
  machine: number;
}

/** A meter of a process. */
export function meterOf(name: string, pid: number | undefined): Meter {
  return { name, read: () => cpuMilliseconds([pid]) };
}

/** Meters of what stands behind the programs: Postgres where it is ours, Redis where the run started it. */
export function storeMeters(stack: Stack, { redisPid }: Pick<Bench, 'redisPid'>): Meter[] {
  const file = join(stack.dataDir, 'postgres', 'postmaster.pid');
  const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  return [
    ...(postmaster > 0 ? [{ name: 'postgres', read: () => treeCpuMilliseconds(postmaster) }] : []),
    ...(redisPid === undefined ? [] : [meterOf('redis', redisPid)]),
  ];
}

/** Watches what each process uses while the work lasts. */
export async function watched<T>(meters: readonly Meter[], work: () => Promise<T>): Promise<Usage<T>> {
  const before = meters.map(({ read }) => read());
  const machineBefore = machineBusyMilliseconds();
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
    machine: (machineBusyMilliseconds() - machineBefore) / elapsed / all,
  };
}

/** `gateway 0.61, admission 0.42 cores`, the busiest first. */
export function inWords(cores: ReadonlyMap<string, number>): string {
  const sorted = [...cores].toSorted(([, a], [, b]) => b - a);
  return `${sorted.map(([name, used]) => `${name} ${used.toFixed(2)}`).join(', ')} cores`;
}
