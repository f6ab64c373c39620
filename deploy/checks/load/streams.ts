import { randomUUID } from 'node:crypto';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { MOST_STREAMS, streamNotifications } from '@gerbang/contracts/notification-stream';
import { rowsOf } from '../kit/databases.ts';
import { MB, meterOf, watched } from './figures.ts';
import { makeSessions } from './people.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { sizeOf } from './settings.ts';

const STREAMS = { usual: MOST_STREAMS, quick: 500, tiny: 10 };
/** Two heartbeats. */
const REST_SECONDS = { usual: 50, quick: 25, tiny: 1 };
const SETTLE_MS = 5000;
const OPENED_TOGETHER = 50;
const SEEN_MS = 10_000;
const [TRIES, TRY_AGAIN_MS] = [40, 1000];

function tryOpen(url: string, cookie: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, accept: 'text/event-stream' };
    get(`${url}${streamNotifications.path}`, { agent, headers }, (response) => {
      if (response.statusCode === 200) resolve(response.resume());
      else reject(new Error(`${streamNotifications.path} answered ${response.statusCode}`));
    }).on('error', reject);
  });
}

/** Opens a stream; a gateway that is busy with the others refuses it for a while. */
async function open(url: string, cookie: string, agent: Agent): Promise<IncomingMessage> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryOpen(url, cookie, agent);
    } catch (error) {
      if (tries === TRIES) throw error;
      await sleep(TRY_AGAIN_MS);
    }
  }
}

/** Milliseconds from a message in the inbox until its number has come by the stream. */
async function untilSeen(bench: Bench, userId: string, stream: IncomingMessage): Promise<number> {
  const began = performance.now();
  const seen = new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The number did not come')), SEEN_MS);
    stream.on('data', (chunk: Buffer) => {
      if (!chunk.includes('"unread":1')) return;
      clearTimeout(timer);
      resolve(performance.now() - began);
    });
  });
  await rowsOf(
    bench.stack().databaseUrls.notification,
    `insert into inbox (id, account_id, kind, text) values ($1, $2, 'stage_changed', 'x')`,
    [randomUUID(), userId],
  );
  return seen;
}

/** Opens a stream of unread messages for each cookie. */
export async function openStreams(
  url: string,
  cookies: readonly string[],
): Promise<{ streams: readonly IncomingMessage[]; close: () => void }> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const streams: IncomingMessage[] = [];
  for (let from = 0; from < cookies.length; from += OPENED_TOGETHER) {
    const some = cookies.slice(from, from + OPENED_TOGETHER);
    streams.push(...(await Promise.all(some.map((cookie) => open(url, cookie, agent)))));
  }
  const close = () => {
    for (const stream of streams) stream.destroy();
    agent.destroy();
  };
  return { streams, close };
}

/** Open pages at rest: what their streams cost the gateway, and how soon a message is seen. */
export async function measureStreams(bench: Bench): Promise<Row[]> {
  const stack = await bench.startAgain('separate');
  const userIds = Array.from({ length: sizeOf(bench, STREAMS) }, () => randomUUID());
  const cookies = await makeSessions(bench, userIds);
  const memory = () => (stack.memory().find(({ name }) => name === 'gateway')?.private ?? 0) / MB;
  await sleep(SETTLE_MS);
  const before = memory();
  const { streams, close } = await openStreams(stack.url, cookies);
  await sleep(SETTLE_MS);
  const after = memory();
  const gateway = meterOf('gateway', stack.pid('gateway'));
  const { cores } = await watched([gateway], () => sleep(sizeOf(bench, REST_SECONDS) * 1000));
  const [first] = streams;
  const seen = first ? await untilSeen(bench, userIds[0] ?? '', first) : Number.NaN;
  close();
  const what = `${streams.length} open streams`;
  return [
    {
      what: `${what}, memory of the gateway`,
      value: after,
      unit: 'MB',
      note: `${Math.round(before)} MB without`,
    },
    { what: `${what}, what they add`, value: after - before, unit: 'MB', wanted: { atMost: 150 } },
    {
      what: `${what}, cores of the gateway at rest`,
      value: cores.get('gateway') ?? Number.NaN,
      unit: 'cores',
      wanted: { atMost: 0.02 },
    },
    {
      what: 'a message until its number is on an open page',
      value: seen,
      unit: 'ms',
      wanted: { atMost: 2000 },
    },
  ];
}
