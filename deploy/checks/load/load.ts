import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustRunNode } from '@gerbang/local/child';
import type { Load, LoadResult } from './load.types.ts';
import { isTiny } from './smoke.ts';

const TINY_CONNECTIONS = 4;

/** Loads an address for some seconds from a process of its own. */
export async function load(options: Load): Promise<LoadResult> {
  if (isTiny()) return tinyLoad(options);
  // In a file: an argument of a program holds no more than 128 KB.
  const folder = mkdtempSync(join(tmpdir(), 'gerbang-load-'));
  try {
    const file = join(folder, 'load.json');
    writeFileSync(file, JSON.stringify(options), { mode: 0o600 });
    const worker = join(import.meta.dirname, 'load-worker.ts');
    return JSON.parse(await mustRunNode('The load', [worker, file])) as LoadResult;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tinyLoad(options: Load): Promise<LoadResult> {
  // The load's library only where a load is played.
  const { playLoad } = await import('./play-load.ts');
  // Spread requests belong to the connections that they were made for, and an amount to the requests.
  const connections = options.spread ? options.connections : Math.min(options.connections, TINY_CONNECTIONS);
  return playLoad({ ...options, connections, amount: options.amount ?? 2 * connections });
}

/** A benchmark whose calls are refused measures nothing. */
export function expectOnly(result: LoadResult, ...allowed: string[]): LoadResult {
  // The smoke form runs beside other tests: a busy machine may ask for patience, as long as something is answered.
  const all = isTiny() ? [...allowed, '503'] : allowed;
  const others = Object.keys(result.statuses).filter((status) => !all.includes(status));
  const good = allowed.some((status) => result.statuses[status] !== undefined);
  if (others.length > 0 || result.errors > 0 || !good) {
    throw new Error(`Unexpected answers: ${JSON.stringify(result.statuses)}, ${result.errors} errors`);
  }
  return result;
}
