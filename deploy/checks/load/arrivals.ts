import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustRunNode } from '@gerbang/local/child';
import type { Arrivals, ArrivalsResult } from './arrivals.types.ts';
import { playArrivals } from './play-arrivals.ts';
import { isTiny } from './smoke.ts';

/** Plays the arrivals from a process of its own. */
export async function arrive(options: Arrivals): Promise<ArrivalsResult> {
  if (isTiny()) return playArrivals(options);
  const folder = mkdtempSync(join(tmpdir(), 'gerbang-arrivals-'));
  try {
    const file = join(folder, 'arrivals.json');
    writeFileSync(file, JSON.stringify(options), { mode: 0o600 });
    const worker = join(import.meta.dirname, 'arrivals-worker.ts');
    return JSON.parse(await mustRunNode('The arrivals', [worker, file])) as ArrivalsResult;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** When each of so many comes: half of them in the first sixth of the time (performance P9). */
export function rushed(count: number, seconds: number): number[] {
  const half = Math.floor(count / 2);
  const rush = (seconds * 1000) / 6;
  return Array.from({ length: count }, (_one, at) =>
    at < half ? (at / half) * rush : rush + ((at - half) / (count - half)) * (seconds * 1000 - rush),
  );
}

/** When each comes, one after the other in equal steps (performance P10). */
export function steady(count: number, seconds: number): number[] {
  return Array.from({ length: count }, (_one, at) => (at / count) * seconds * 1000);
}

/** Whether the one at this place of a crowd has no session any more: three of ten (performance P9). */
export function logsIn(at: number): boolean {
  return at % 10 < 3;
}
