import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustRunNode } from '@gerbang/local/child';
import type { Payers, PayersResult } from './payers.ts';
import type { Arrivals, ArrivalsResult, Load, LoadResult } from './play.ts';
import { isTiny } from './settings.ts';
import type { Hashed, Hashing } from './worker.ts';

const TINY_CONNECTIONS = 4;

/** Loads an address for some seconds from a process of its own, so that the benchmark does not slow the load down. */
export async function load(options: Load): Promise<LoadResult> {
  if (!isTiny()) return inProcess<LoadResult>('load', options);
  const { playLoad } = await import('./play.ts');
  // Spread requests belong to their connections, and an amount to the requests.
  const connections = options.spread ? options.connections : Math.min(options.connections, TINY_CONNECTIONS);
  return playLoad({ ...options, connections, amount: options.amount ?? 2 * connections });
}

/** Plays the arrivals from a process of its own. */
export async function arrive(options: Arrivals): Promise<ArrivalsResult> {
  if (!isTiny()) return inProcess<ArrivalsResult>('arrivals', options);
  const { playArrivals } = await import('./play.ts');
  return playArrivals(options);
}

/** Lets families ask, pay and look from a process of its own. */
export async function payers(options: Payers): Promise<PayersResult> {
  if (!isTiny()) return inProcess<PayersResult>('payers', options);
  const { playPayers } = await import('./payers.ts');
  return playPayers(options);
}

/** Password checks by argon2id alone. */
export const hashes = (options: Hashing): Promise<Hashed> => inProcess<Hashed>('hashing', options);

/** Runs `worker.ts`; the input goes in a file, because an argument holds no more than 128 KB. */
async function inProcess<Result>(
  kind: 'load' | 'arrivals' | 'payers' | 'hashing',
  input: object,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'gerbang-load-'));
  try {
    const file = join(folder, 'input.json');
    writeFileSync(file, JSON.stringify(input), { mode: 0o600 });
    const worker = join(import.meta.dirname, 'worker.ts');
    return JSON.parse(await mustRunNode(`The ${kind}`, [worker, kind, file])) as Result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws unless every response has one of these statuses: a benchmark of refused calls measures nothing. */
export function expectOnly(result: LoadResult, ...allowed: string[]): LoadResult {
  // The smoke form runs beside other tests: a busy machine may return some 503.
  const all = isTiny() ? [...allowed, '503'] : allowed;
  const others = Object.keys(result.statuses).filter((status) => !all.includes(status));
  const good = allowed.some((status) => result.statuses[status] !== undefined);
  if (others.length > 0 || result.errors > 0 || !good) {
    throw new Error(`Unexpected responses: ${JSON.stringify(result.statuses)}, ${result.errors} errors`);
  }
  return result;
}

/** Moments of arrival in milliseconds: half of the visitors in the first sixth of the time. */
export function rushed(count: number, seconds: number): number[] {
  const half = Math.floor(count / 2);
  const rush = (seconds * 1000) / 6;
  return Array.from({ length: count }, (_one, at) =>
    at < half ? (at / half) * rush : rush + ((at - half) / (count - half)) * (seconds * 1000 - rush),
  );
}

/** Moments of arrival in milliseconds, in equal steps. */
export function steady(count: number, seconds: number): number[] {
  return Array.from({ length: count }, (_one, at) => (at / count) * seconds * 1000);
}

/** Three of ten visitors have no session and log in. */
export const logsIn = (at: number) => at % 10 < 3;
