import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { residentBytes } from '@gerbang/local/memory';
import { startBare } from './bare/stack.ts';
import type { Family } from './families.ts';
import { figure, highest } from './figures.ts';
import { expectOnly, load } from './load.ts';
import type { LoadRequest } from './load.types.ts';
import type { Bench } from './measurement.ts';
import { median } from './numbers.ts';
import { largestProof, smallProof } from './pictures.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';
import { besideBare, inTurns, type Way } from './turns.ts';

const MB = 1024 * 1024;
const AT_ONCE = 8;
const [CROWD, TINY_CROWD] = [20, 4];
const ROUNDS_AT_MOST = 3;
/** So often others are asked meanwhile: enough for a p99, no load. */
const OTHERS_PER_SECOND = 40;
const OTHER_ROUTES = ['/api/user', '/api/registrations', '/api/dashboard'];
const LAG = 'nodejs_eventloop_lag_p99_seconds';

type Form = 'base64' | 'raw';
/** The raw one first: what the other takes of memory is not given back at once. */
const FORMS: readonly Form[] = ['raw', 'base64'];

interface Bodies {
  base64: string;
  raw: string;
  bytes: number;
}

/** P8: proofs of 5 MB in both forms beside the same picture work done bare; what others feel, and what memory it takes. */
export async function measureUploads(bench: Bench): Promise<Row[]> {
  const stack = bench.stack();
  const folder = mkdtempSync(join(stack.dataDir, 'proofs-'));
  const bareFiles = join(folder, 'bare');
  mkdirSync(bareFiles);
  const families = await bench.families();
  const bodies = await writeBodies(folder);
  const bare = await startBare({
    stack,
    redisUrl: bench.redisUrl,
    userIds: families.map(({ account }) => account.id),
    service: { file: 'uploads.ts', env: { FILES_DIR: bareFiles }, probe: '/api/ready' },
  });
  try {
    const rows: Row[] = [
      { what: 'proof that is uploaded', value: bodies.bytes / MB, unit: 'MB', note: 'JPEG, noise' },
    ];
    for (const form of FORMS) {
      const gateway = {
        url: stack.url,
        cookies: families.map(({ account }) => account.cookie),
        pids: [stack.pid('gateway'), stack.pid('admission')],
      };
      rows.push(...(await sent(bench, { gateway, bare }, bodies, form)));
    }
    for (const form of FORMS) rows.push(await crowd(bench, families, bodies, form));
    return rows;
  } finally {
    await bare.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeBodies(folder: string): Promise<Bodies> {
  const picture = isTiny() ? await smallProof() : await largestProof();
  const [base64, raw] = [join(folder, 'proof.json'), join(folder, 'proof.jpg')];
  const fileData = picture.toString('base64');
  writeFileSync(base64, JSON.stringify({ fileData, fileName: 'bukti.jpg', contentType: 'image/jpeg' }));
  writeFileSync(raw, picture);
  return { base64, raw, bytes: picture.length };
}

interface Side {
  url: string;
  cookies: readonly string[];
  pids: readonly (number | undefined)[];
}

/** Each sender has an account of its own, as in life; the counting of one account's uploads is one after the other. */
function requestsOf(
  side: Pick<Side, 'url' | 'cookies'>,
  bodies: Bodies,
  form: Form,
  senders: number,
): LoadRequest[] {
  return side.cookies.slice(0, senders).map((cookie) => ({
    method: 'POST',
    path: '/api/payment-evidence/upload',
    headers: {
      cookie,
      origin: side.url,
      ...(form === 'raw'
        ? { 'content-type': 'application/octet-stream', 'x-file-name': 'bukti.jpg' }
        : { 'content-type': 'application/json' }),
    },
    bodyFile: bodies[form],
  }));
}

async function sent(
  bench: Bench,
  sides: { gateway: Side; bare: Side },
  bodies: Bodies,
  form: Form,
): Promise<Row[]> {
  const others: number[] = [];
  const memory: number[] = [];
  const admission = bench.stack().pid('admission') ?? 0;
  const upload = async (side: Side, warmUp: boolean) => {
    const requests = requestsOf(side, bodies, form, AT_ONCE);
    const amount = warmUp ? AT_ONCE : AT_ONCE * (isTiny() ? 1 : bench.quick ? 2 : 6);
    return expectOnly(
      await load({ url: side.url, connections: AT_ONCE, seconds: 60, amount, requests, spread: true }),
      '201',
    );
  };
  const gateway: Way = {
    pids: sides.gateway.pids,
    run: async (warmUp) => {
      const watched = await highest(
        () => residentBytes(admission),
        () => besideOthers(sides.gateway, () => upload(sides.gateway, warmUp)),
      );
      if (!warmUp) others.push(watched.result.p99);
      memory.push(watched.most);
      return watched.result.uploads;
    },
  };
  const bare: Way = { pids: sides.bare.pids, run: (warmUp) => upload(sides.bare, warmUp) };
  const taken = await inTurns({ gateway, bare }, Math.min(bench.rounds, ROUNDS_AT_MOST));
  // The goal is about the specified form; the raw one is to be no worse.
  return [
    ...besideBare(`proof, ${form}`, taken, { goal: 'P8', atLeast: 0.7, note: `${AT_ONCE} at once` }),
    {
      goal: 'P8',
      what: `p99 of other routes meanwhile, ${form}`,
      value: median(others),
      unit: 'ms',
      wanted: { atMost: 60 },
      note: `${OTHERS_PER_SECOND} a second: ${OTHER_ROUTES.join(', ')}`,
    },
    {
      goal: 'P8',
      what: `memory of admission meanwhile, ${form}`,
      value: Math.max(...memory) / MB,
      unit: 'MB',
      wanted: { atMost: 350 },
    },
  ];
}

/** Reads go on for as long as the uploads take, about; theirs is the p99. */
async function besideOthers<T>(
  { url, cookies }: Side,
  work: () => Promise<T>,
): Promise<{ uploads: T; p99: number }> {
  const readers = OTHER_ROUTES.map((path) => ({
    method: 'GET',
    path,
    headers: { cookie: cookies.at(-1) ?? '' },
  }));
  const [uploads, reads] = await Promise.all([
    work(),
    load({ url, connections: 4, seconds: 4, requests: readers, perSecond: OTHERS_PER_SECOND }),
  ]);
  return { uploads, p99: expectOnly(reads, '200').p99 };
}

/** How long admission's event loop is held up while 20 people send a proof at the same moment (reliability U11). */
async function crowd(bench: Bench, families: readonly Family[], bodies: Bodies, form: Form): Promise<Row> {
  const stack = bench.stack();
  const side = { url: stack.url, cookies: families.map(({ account }) => account.cookie) };
  const people = isTiny() ? TINY_CROWD : CROWD;
  const requests = requestsOf(side, bodies, form, people);
  const delays: number[] = [];
  for (let round = 0; round < Math.min(bench.rounds, ROUNDS_AT_MOST); round += 1) {
    await figure(stack.metricsUrls.admission, LAG);
    const result = await load({
      url: stack.url,
      connections: people,
      seconds: 60,
      amount: people,
      requests,
      spread: true,
    });
    delays.push(1000 * (await figure(stack.metricsUrls.admission, LAG)));
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
