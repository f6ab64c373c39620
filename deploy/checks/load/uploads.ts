import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { residentBytes } from '@gerbang/local/memory';
import sharp, { type Create } from 'sharp';
import { startBare } from './bare/stack.ts';
import { highest, MB, median, metric } from './figures.ts';
import { expectOnly, load } from './load.ts';
import type { LoadRequest } from './play.ts';
import type { Bench } from './runner.ts';
import type { Row } from './report.ts';
import { sizeOf } from './settings.ts';
import { besideBare, inTurns, portalSide, rateAgainstBare, type Side, type Way } from './turns.ts';

const PARALLEL = 8;
const ROUNDS_AT_MOST = 3;
/** The rate of the other reads meanwhile: enough for a p99, no load of its own. */
const OTHERS_PER_SECOND = 40;
const OTHER_ROUTES = ['/api/user', '/api/registrations', '/api/dashboard'];
const LAG = 'nodejs_eventloop_lag_p99_seconds';
const TYPES = { raw: 'application/octet-stream', base64: 'application/json' };
/** The raw form first: the memory of the other is not given back at once. */
const FORMS = ['raw', 'base64'] as const;
type Form = (typeof FORMS)[number];

/** A JPEG of noise; at a sigma of 60, 2800 × 2280 pixels make nearly the 5 MB that a proof may have. */
export function noise(width: number, height: number): Promise<Buffer> {
  const layer = {
    width,
    height,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  };
  return sharp({ create: layer as Create })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** P8: proofs of 5 MB in both forms beside the same picture work done bare; the latency of others, and the memory. */
export async function measureUploads(bench: Bench): Promise<Row[]> {
  const folder = mkdtempSync(join(bench.stack().dataDir, 'proofs-'));
  const filesDir = join(folder, 'bare');
  mkdirSync(filesDir);
  const families = await bench.families();
  const bare = await startBare(bench, { userIds: families.map(({ id }) => id), filesDir });
  try {
    const [width, height] = sizeOf(bench, { usual: [2800, 2280], quick: [2800, 2280], tiny: [400, 300] });
    const picture = await noise(width ?? 0, height ?? 0);
    const files = { raw: join(folder, 'proof.jpg'), base64: join(folder, 'proof.json') };
    const body = { fileData: picture.toString('base64'), fileName: 'bukti.jpg', contentType: 'image/jpeg' };
    writeFileSync(files.base64, JSON.stringify(body));
    writeFileSync(files.raw, picture);
    /** One request a sender: each has an account of its own, because the uploads of one account are counted in turn. */
    const requestsOf = (
      { url, cookies }: Pick<Side, 'url' | 'cookies'>,
      form: Form,
      path: string,
    ): LoadRequest[] =>
      cookies.map((cookie) => ({
        method: 'POST',
        path,
        headers: { cookie, origin: url, 'content-type': TYPES[form], 'x-file-name': 'bukti.jpg' },
        bodyFile: files[form],
      }));
    const portal = portalSide(
      bench,
      ['admission'],
      families.map(({ cookie }) => cookie),
    );
    const rows: Row[] = [
      { what: 'proof that is uploaded', value: picture.length / MB, unit: 'MB', note: 'JPEG, noise' },
    ];
    const uploads = (form: Form) => requestsOf(portal, form, '/api/payment-evidence/upload');
    for (const form of FORMS) {
      const requests = { portal: uploads(form), bare: requestsOf(bare, form, '/api/upload') };
      rows.push(...(await sent(bench, { portal, bare }, requests, form)));
    }
    for (const form of FORMS) rows.push(await crowd(bench, uploads(form), form));
    return rows;
  } finally {
    await bare.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sent(
  bench: Bench,
  sides: { portal: Side; bare: Side },
  requests: { portal: LoadRequest[]; bare: LoadRequest[] },
  form: Form,
): Promise<Row[]> {
  const others: number[] = [];
  const memory: number[] = [];
  const admission = bench.stack().pid('admission') ?? 0;
  const times = sizeOf(bench, { usual: 6, quick: 2, tiny: 1 });
  const upload = async (side: 'portal' | 'bare', isWarmUp: boolean) => {
    const some = requests[side].slice(0, PARALLEL);
    const amount = PARALLEL * (isWarmUp ? 1 : times);
    const options = { url: sides[side].url, connections: PARALLEL, seconds: 60, amount, spread: true };
    return expectOnly(await load({ ...options, requests: some }), '201');
  };
  const readers = OTHER_ROUTES.map((path) => ({
    method: 'GET',
    path,
    headers: { cookie: sides.portal.cookies.at(-1) ?? '' },
  }));
  const { url } = sides.portal;
  const portal: Way = {
    meters: sides.portal.meters,
    run: async (isWarmUp) => {
      const { most, result } = await highest(
        () => residentBytes(admission),
        () =>
          Promise.all([
            upload('portal', isWarmUp),
            load({ url, connections: 4, seconds: 4, requests: readers, perSecond: OTHERS_PER_SECOND }),
          ]),
      );
      const [uploads, reads] = result;
      if (!isWarmUp) others.push(expectOnly(reads, '200').p99);
      memory.push(most);
      return uploads;
    },
  };
  const bare: Way = { meters: sides.bare.meters, run: (isWarmUp) => upload('bare', isWarmUp) };
  const figures = await inTurns({ portal, bare }, Math.min(bench.rounds, ROUNDS_AT_MOST));
  const goal = 'P8';
  return [
    rateAgainstBare(`proof, ${form}`, figures, goal, 0.7),
    ...besideBare(`proof, ${form}`, figures, { note: `${PARALLEL} at once`, than: 'the bare upload' }),
    {
      goal,
      what: `p99 of other routes meanwhile, ${form}`,
      value: median(others),
      unit: 'ms',
      wanted: { atMost: 60 },
      note: `${OTHERS_PER_SECOND} a second: ${OTHER_ROUTES.join(', ')}`,
    },
    {
      goal,
      what: `memory of admission meanwhile, ${form}`,
      value: Math.max(...memory) / MB,
      unit: 'MB',
      wanted: { atMost: 350 },
    },
  ];
}

/** The delay of admission's event loop while all families send a proof at the same moment. */
async function crowd(bench: Bench, all: readonly LoadRequest[], form: Form): Promise<Row> {
  const { url, metricsUrls } = bench.stack();
  const people = sizeOf(bench, { usual: all.length, quick: all.length, tiny: 4 });
  const options = { url, connections: people, seconds: 60, amount: people, spread: true };
  const delays: number[] = [];
  for (let round = 0; round < Math.min(bench.rounds, ROUNDS_AT_MOST); round += 1) {
    await metric(metricsUrls.admission, LAG); // from now on
    const result = await load({ ...options, requests: all.slice(0, people) });
    delays.push(1000 * (await metric(metricsUrls.admission, LAG)));
    expectOnly(result, '201');
  }
  return {
    goal: 'P8',
    what: `event loop of admission, p99 at ${people} uploads, ${form}`,
    value: median(delays),
    unit: 'ms',
    wanted: { atMost: 100 },
  };
}
