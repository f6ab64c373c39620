import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { logInDemo } from '../kit/people.ts';
import { fillDocuments } from './document-rows.ts';
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
  ['counts', `${QUEUE}/summary`, undefined],
] as const;

/** The queue of documents over more and more of them, and a page that a phone sends. */
export async function measureDocuments(bench: Bench): Promise<Row[]> {
  return [...(await queues(bench)), ...(await page(bench))];
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
        ...(atMost && { wanted: { atMost } }),
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
