import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf } from '../kit/databases.ts';
import { logInDemo } from '../kit/people.ts';
import { askTwelve, fillDocuments } from './document-rows.ts';
import { KB } from './figures.ts';
import { fillRegistrations } from './people.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { sizeOf } from './settings.ts';
import { inTurns, portalSide, reading, sending } from './turns.ts';
import { noise } from './uploads.ts';

const SIZES = { usual: [2000, 20_000], quick: [1000, 4000], tiny: [8, 16] };
/** One answer at a time, as one clerk waits for it. */
const ALONE = { seconds: 2, connections: 1 };
const QUEUE = '/api/admin/documents';
const LISTS = [
  ['queue', `${QUEUE}?limit=50`, 60],
  ['queue of a type', `${QUEUE}?limit=50&type=kk`, 60],
  ['counts', `${QUEUE}/summary`, 60],
] as const;

/** The queue of documents over more and more of them, a page that a phone sends, and a family's checklist. */
export async function measureDocuments(bench: Bench): Promise<Row[]> {
  return [...(await queues(bench)), ...(await page(bench)), ...(await checklist(bench))];
}

/** The checklist of a registration with twelve documents against the registration itself. */
async function checklist(bench: Bench): Promise<Row[]> {
  await askTwelve(bench);
  const families = await bench.families();
  const own = await rowsOf<{ id: string; user_id: string }>(
    bench.stack().databaseUrls.admission,
    `select distinct on (p.user_id) r.id, p.user_id from registrations r join children c on c.id = r.child_id
     join parents p on p.id = c.parent_id where p.user_id = any($1) and r.deleted_at is null order by p.user_id, r.id`,
    [families.map(({ id }) => id)],
  );
  const cookies = own.map(({ user_id }) => families.find(({ id }) => id === user_id)?.cookie ?? '');
  const side = portalSide(bench, ['admission'], cookies);
  const paths = (end: string) => own.map(({ id }) => `/api/registrations/${id}${end}`);
  const options = { ...bench, connections: 1 };
  const { list, registration } = await inTurns(
    { list: reading(side, paths('/checklist'), options), registration: reading(side, paths(''), options) },
    bench.rounds,
  );
  return [
    {
      what: 'checklist with twelve documents, time against its registration',
      value: list.p50 / registration.p50,
      unit: 'x',
      of: { measured: list.p50, limit: registration.p50, unit: 'ms' },
      wanted: { atMost: 1.3 },
    },
    {
      what: 'the same, CPU',
      value: list.cpu / registration.cpu,
      unit: 'x',
      of: { measured: list.cpu, limit: registration.cpu, unit: 'ms' },
    },
  ];
}

async function queues(bench: Bench): Promise<Row[]> {
  const { cookie } = await logInDemo(bench.client(), 'cs');
  const sizes = sizeOf(bench, SIZES);
  const times = new Map<string, number[]>();
  for (const size of sizes) {
    await fillRegistrations(bench, Math.ceil(size / 2));
    await fillDocuments(bench, size);
    const side = portalSide(bench, ['admission'], [cookie]);
    const ways = Object.fromEntries(LISTS.map(([name, path]) => [name, reading(side, [path], ALONE)]));
    const figures = await inTurns(ways, 1);
    for (const [name] of LISTS)
      times.set(name, [...(times.get(name) ?? []), figures[name]?.p50 ?? Number.NaN]);
  }
  return LISTS.flatMap(([name, path, atMost]) => {
    const [small = Number.NaN, large = Number.NaN] = times.get(name) ?? [];
    return [
      {
        what: `documents, ${name} over ${sizes.at(-1)}`,
        value: large,
        unit: 'ms',
        wanted: { atMost },
        note: `GET ${path}, one connection, p50`,
      },
      {
        what: `documents, ${name}, time over ${sizes.join(' and ')}`,
        value: large / small,
        unit: 'x',
        of: { measured: large, limit: small, unit: 'ms' },
      },
    ];
  });
}

/** A page as the browser has made it small, until it is kept. */
async function page(bench: Bench): Promise<Row[]> {
  const families = await bench.families();
  const folder = mkdtempSync(join(bench.stack().dataDir, 'pages-'));
  try {
    const [width = 0, height = 0] = sizeOf(bench, {
      usual: [1500, 2000],
      quick: [1500, 2000],
      tiny: [80, 100],
    });
    const picture = await noise(width, height, 8);
    const bodyFile = join(folder, `${randomUUID()}.jpg`);
    writeFileSync(bodyFile, picture);
    const side = portalSide(
      bench,
      ['admission'],
      families.map(({ cookie }) => cookie),
    );
    const requests = side.cookies.map((cookie) => ({
      method: 'POST',
      path: '/api/upload/child-document',
      headers: {
        cookie,
        origin: side.url,
        'content-type': 'application/octet-stream',
        'x-file-name': 'halaman.jpg',
      },
      bodyFile,
    }));
    const { p50 } = await sending(side, requests, { ...ALONE, status: '201' }).run(true);
    return [
      {
        what: 'page of a document kept',
        value: p50,
        unit: 'ms',
        wanted: { atMost: 400 },
        note: `JPEG of ${(picture.length / KB).toFixed(0)} KB, one connection, p50`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
