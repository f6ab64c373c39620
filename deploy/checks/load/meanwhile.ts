import { setTimeout as sleep } from 'node:timers/promises';
import { callAs } from '../kit/client.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { sizeOf } from './settings.ts';

/** Enough for a p95, no load of its own. */
const EVERY_MS = 50;
const FAMILY_READS = ['/api/user', '/api/registrations', '/api/dashboard'];
const STAFF_READ = '/api/admin/registrations?limit=50';
type Read = (at: number) => Promise<number>;

/** What families and a member of staff read while other work is done, in turns; each returns its milliseconds. */
export async function otherReads(bench: Bench, staffCookie: string): Promise<Read> {
  const families = (await bench.families()).slice(0, 20);
  return async (at) => {
    const family = families[at % families.length]?.cookie ?? '';
    const path = FAMILY_READS[at % (FAMILY_READS.length + 1)] ?? STAFF_READ;
    const began = performance.now();
    await callAs(bench.client(), path === STAFF_READ ? staffCookie : family)('GET', path);
    return performance.now() - began;
  };
}

/** The milliseconds of reads at even moments until the work has ended, whether or not those before have been answered. */
export async function timesWhile(read: Read, work: () => Promise<unknown>): Promise<number[]> {
  const reads: Promise<number>[] = [];
  const timer = setInterval(() => reads.push(read(reads.length)), EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Promise.all(reads);
}

/** The same while nothing else is done. */
export const timesBefore = (bench: Bench, read: Read): Promise<number[]> =>
  timesWhile(read, () => sleep(sizeOf(bench, { usual: 30, quick: 10, tiny: 1 }) * 1000));

/** How much slower reads are while other work is done: their p95 against that of before. */
export function slower(
  goal: string,
  what: string,
  before: readonly number[],
  meanwhile: readonly number[],
): Row {
  const [measured, limit] = [p95Of(meanwhile), p95Of(before)];
  return {
    goal,
    what: `p95 of other calls while ${what}, against before`,
    value: measured / limit,
    unit: 'x',
    of: { measured, limit, unit: 'ms' },
    wanted: { atMost: 1.2 },
    note: `${1000 / EVERY_MS} a second: ${[...FAMILY_READS, STAFF_READ].join(', ')}`,
  };
}

function p95Of(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}
