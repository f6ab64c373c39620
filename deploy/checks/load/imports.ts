import { setTimeout as sleep } from 'node:timers/promises';
import { callAs } from '../kit/client.ts';
import { logInDemo } from '../kit/people.ts';
import { until } from '../kit/until.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { sizeOf } from './settings.ts';

const GOAL = 'P22';
const YEAR = '2026/2027';
const IMPORTS = '/api/admin/imports';
const DAY_MS = 86_400_000;
/** What families and staff read meanwhile: enough for a p95, no load of its own. */
const EVERY_MS = 50;
const FAMILY_READS = ['/api/user', '/api/registrations', '/api/dashboard'];
const STAFF_READ = '/api/admin/registrations?limit=50';
/** How often the page asks for the progress. */
const POLL_MS = 1500;
const LIMIT_MS = 6 * 60_000;

interface Stand {
  readonly state: string;
  readonly counts: { readonly ready: number };
  readonly progress: { readonly imported: number; readonly failed: number } | null;
}

const listOf = (rows: number): Buffer =>
  Buffer.from(
    [
      'Nama Anak;Tgl Lahir;Jenjang;Kelas;Tahun Ajaran;No HP;Nama Ibu;Alamat',
      ...Array.from({ length: rows }, (_, at) => {
        const day = new Date(Date.UTC(2012, 0, 1) + at * DAY_MS).toISOString().slice(0, 10);
        const phone = `0857${String(20_000_000 + at)}`;
        return `Anak Ukur;${day};SD;1;${YEAR};${phone};Ibu Ukur;Jl. Melati ${at}, Depok`;
      }),
    ].join('\n'),
  );

/** P22: a list of 2,000 rows is previewed and imported while families and staff read on. */
export async function measureImports(bench: Bench): Promise<Row[]> {
  const count = sizeOf(bench, { usual: 2000, quick: 300, tiny: 6 });
  const admin = await logInDemo(bench.client(), 'admin');
  const staff = callAs(bench.client(), admin.cookie);
  const families = (await bench.families()).slice(0, 20);
  const read = async (at: number) => {
    const family = families[at % families.length]?.cookie ?? '';
    const path = FAMILY_READS[at % (FAMILY_READS.length + 1)] ?? STAFF_READ;
    const began = performance.now();
    await callAs(bench.client(), path === STAFF_READ ? admin.cookie : family)('GET', path);
    return performance.now() - began;
  };
  const before = await timesWhile(read, () => sleep(sizeOf(bench, { usual: 30, quick: 10, tiny: 1 }) * 1000));

  let id = '';
  const stand = () => staff<Stand>('GET', `${IMPORTS}/${id}?rows=none`);
  const reaches = (what: string, state: string) =>
    until(
      what,
      async () => {
        const now = await stand();
        return now.state === state ? now : null;
      },
      { limitMs: LIMIT_MS, pauseMs: POLL_MS },
    );
  const looked = performance.now();
  const previewing = await timesWhile(read, async () => {
    ({ id } = await staff('POST', `${IMPORTS}?file_name=daftar.csv`, listOf(count)));
    const { counts } = await reaches('The preview', 'preview');
    if (counts.ready !== count) throw new Error(`${counts.ready} of ${count} rows are ready`);
  });
  const previewed = (performance.now() - looked) / 1000;

  const started = performance.now();
  const importing = await timesWhile(read, async () => {
    await staff('POST', `${IMPORTS}/${id}/start`, {});
    const { progress } = await reaches('The end of the import', 'done');
    if (progress?.imported !== count) throw new Error(`It ended as ${JSON.stringify(progress)}`);
  });
  const imported = (performance.now() - started) / 1000;
  const p95 = p95Of(before);
  const moved = (what: string, times: readonly number[]): Row => ({
    goal: GOAL,
    what: `p95 of other calls while ${what}, against before`,
    value: p95Of(times) / p95,
    unit: 'x',
    of: { measured: p95Of(times), limit: p95, unit: 'ms' },
    wanted: { atMost: 1.2 },
    note: `${1000 / EVERY_MS} a second: ${[...FAMILY_READS, STAFF_READ].join(', ')}`,
  });
  const seconds = (what: string, value: number, atMost: number): Row => ({
    goal: GOAL,
    what: `${count} rows ${what}`,
    value,
    unit: 's',
    wanted: { atMost },
  });
  return [
    seconds('previewed', previewed, 20),
    seconds('imported', imported, 240),
    moved('a list is previewed', previewing),
    moved('it is imported', importing),
  ];
}

/** The milliseconds of reads at even moments until the work has ended, whether or not those before have been answered. */
async function timesWhile(
  read: (at: number) => Promise<number>,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const reads: Promise<number>[] = [];
  const timer = setInterval(() => reads.push(read(reads.length)), EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Promise.all(reads);
}

function p95Of(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}
