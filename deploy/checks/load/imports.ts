import { callAs } from '../kit/client.ts';
import { logInDemo } from '../kit/people.ts';
import { until } from '../kit/until.ts';
import { startBare } from './bare/stack.ts';
import { cpuMs } from './figures.ts';
import { otherReads, slower, timesBefore, timesWhile } from './meanwhile.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { sizeOf } from './settings.ts';
import { portalSide, type Side } from './turns.ts';

const GOAL = 'P22';
const YEAR = '2026/2027';
const IMPORTS = '/api/admin/imports';
const DAY_MS = 86_400_000;
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

/** The CPU milliseconds of one of these calls, sent one after the other. */
async function cpuOf({ url, cookies, meters }: Side, paths: readonly string[]): Promise<number> {
  const before = cpuMs(meters);
  for (const path of paths) {
    const response = await fetch(new URL(path, url), { headers: { cookie: cookies[0] ?? '' } });
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`);
    await response.arrayBuffer();
  }
  return (cpuMs(meters) - before) / paths.length;
}

/** The families of the list are looked for at the counter, fewer than a person may look for in an hour. */
async function searches(bench: Bench, { id, cookie }: { id: string; cookie: string }): Promise<Row> {
  const bare = await startBare(bench, { userIds: [id] });
  const find = (from: number, to: number) =>
    Array.from(
      { length: to - from },
      (_, at) => `/api/admin/counter/families?q=0857${20_000_000 + from + at}`,
    );
  try {
    const counter = portalSide(bench, ['admission'], [cookie]);
    const reads = (count: number) => Array.from({ length: count }, () => '/api/user');
    // The first ones are compiled.
    await cpuOf(counter, find(0, 10));
    await cpuOf(bare, reads(100));
    const [measured, limit] = [await cpuOf(counter, find(10, 55)), await cpuOf(bare, reads(500))];
    return {
      goal: GOAL,
      what: 'a family is looked for at the counter, CPU against the bare read',
      value: measured / limit,
      unit: 'x',
      of: { measured, limit, unit: 'ms' },
      wanted: { atMost: 4 },
    };
  } finally {
    await bare.stop();
  }
}

/** P22: a list of 2,000 rows is previewed and imported while families and staff read on. */
export async function measureImports(bench: Bench): Promise<Row[]> {
  const count = sizeOf(bench, { usual: 2000, quick: 300, tiny: 6 });
  const admin = await logInDemo(bench.client(), 'admin');
  const staff = callAs(bench.client(), admin.cookie);
  const read = await otherReads(bench, admin.cookie);
  const before = await timesBefore(bench, read);

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
    slower(GOAL, 'a list is previewed', before, previewing),
    slower(GOAL, 'it is imported', before, importing),
    await searches(bench, admin),
  ];
}
