import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { median, machineMs, statFields, TICK_MS } from './figures.ts';
import { isTiny } from './settings.ts';

/** Cores that other programs of the machine may use before a figure counts as disturbed. */
export const STRANGERS_AT_MOST = 0.2;
const TRIES = 3;
const SPEED_HASHES = 10_000;
const SPEED_ROUNDS = 5;

/** Milliseconds for a fixed piece of work on one core, so that figures of different hours and machines can be told apart. */
export function machineSpeed(): number {
  const times = Array.from({ length: SPEED_ROUNDS }, () => {
    const began = performance.now();
    let hash = '';
    for (let at = 0; at < SPEED_HASHES; at += 1)
      hash = createHash('sha256')
        .update(hash + at)
        .digest('hex');
    return performance.now() - began;
  });
  return median(times);
}

/** Average cores that processes outside the benchmark and its portal used while the work lasted. */
export async function besideStrangers<T>(work: () => Promise<T>): Promise<{ result: T; strangers: number }> {
  const [machine, own, began] = [machineMs(), ownCpuMs(), performance.now()];
  const result = await work();
  const elapsed = performance.now() - began;
  const strangers = (machineMs() - machine - (ownCpuMs() - own)) / elapsed;
  return { result, strangers: Math.max(0, strangers) };
}

/** Repeats work that other programs disturbed, at most twice, and keeps the least disturbed result. */
export async function undisturbed<T>(work: () => Promise<T>): Promise<{ result: T; strangers: number }> {
  let best = await besideStrangers(work);
  for (let tries = 1; best.strangers > STRANGERS_AT_MOST && tries < TRIES && !isTiny(); tries += 1) {
    const next = await besideStrangers(work);
    if (next.strangers < best.strangers) best = next;
  }
  return best;
}

/** CPU milliseconds of this process and all its descendants, ended ones included. */
export function ownCpuMs(): number {
  const children = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/u.test(name) ? statFields(name) : null;
    if (!fields) continue;
    const [pid, parent] = [Number(name), Number(fields[1])];
    children.set(parent, [...(children.get(parent) ?? []), pid]);
    // utime, stime, and those of ended children
    ticks.set(
      pid,
      [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0),
    );
  }
  const sumOf = (pid: number): number =>
    (ticks.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((sum, child) => sum + sumOf(child), 0);
  return sumOf(process.pid) * TICK_MS;
}
