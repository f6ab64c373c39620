import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '@gerbang/local/paths';
import { ownerUrl, rowsOf } from '../../kit/databases.ts';
import { until } from '../../kit/until.ts';
import { call, newParent } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { underLoad, waitForHealth } from '../judge.ts';
import { SERVED } from '../programs.ts';
import type { QueueKind, World } from '../world.ts';

/** Every due message should go out within this time after the return of Redis. */
const SETTLED_MS = 60_000;
const AWAY_MS = 20_000;
const DOWN_MS = 2000;
/** Only there when the front ends are built. */
const PAGE = join(projectRoot, 'frontends/shell/dist/index.html');
const skipped = (queue: QueueKind) =>
  queue === 'redis' ? null : 'sessions and queue are on PostgreSQL, which F6 kills';

/** Redis is killed under load, then once more and emptied: everybody logs in again, and nothing else is lost. */
export const loseRedis: Fault = {
  id: 'F7',
  title: 'Redis killed, then its folder deleted',
  seeded: true,
  skipped,
  async run({ world: shared, seed, random }) {
    const world = await shared();
    const { redis } = world;
    if (!redis) throw new Error('No Redis');
    const report = await underLoad(world, { seed, sessionsMayGo: true }, async (load) => {
      const away: number[] = [];
      const wrong: string[] = [];
      for (const wipe of [false, true]) {
        await sleep(random.between(1500, 3000));
        await redis.kill({ wipe });
        const ms = random.between(500, 3000);
        await sleep(ms);
        await redis.start();
        away.push(ms);
        await sleep(2500);
        if (!wipe && load.sessionsLost() > 0) wrong.push('sessions were lost though the file was kept');
      }
      if (load.sessionsLost() === 0) wrong.push('no session was lost: Redis was not emptied');
      return { did: `away for ${away.join(' and ')} ms, the second time emptied`, wrong };
    });
    const settled = Number(report.figures['settled after, ms']);
    const late = settled < SETTLED_MS ? [] : [`messages took ${settled} ms after the return`];
    return { ...report, late: [...(report.late ?? []), ...late] };
  },
};

/** Every program starts without Redis and serves what it can; with Redis everything comes back by itself. */
export const noRedis: Fault = {
  id: 'F8',
  title: 'no Redis at the start and after it',
  seeded: false,
  skipped,
  async run({ world: shared, seed }) {
    const world = await shared();
    const { redis, stack } = world;
    if (!redis) throw new Error('No Redis');
    const parent = await newParent(stack.url);
    await redis.kill();
    await Promise.all(SERVED.map(({ name }) => stack.restart(name)));
    const statusOf = async (method: string, path: string, body?: object) =>
      (await call(stack.url, null, { method, path, ...(body && { body }) })).status;
    await until('The gateway without Redis', async () => (await statusOf('GET', '/healthz')) === 200);
    await sleep(AWAY_MS);
    // The service behind the gateway may still be starting.
    const forgot = () => statusOf('POST', '/api/auth/forgot-password', { email: parent.email });
    await until('forgot-password without Redis', async () => (await forgot()) === 200);
    const served = await responsesWithoutRedis(world, parent.email);
    const counted = 'select 1 from limits where until > now() limit 1';
    // The gateway writes what it counted a little after the response.
    await until('A counted request', async () => {
      await forgot();
      return (await rowsOf(ownerUrl(stack, 'gateway'), counted)).length > 0;
    });
    await redis.start();
    const back = await waitForHealth(world);
    const began = performance.now();
    const codes = `select 1 from notifications where kind = 'reset_code' and status in ('sent', 'delivered')`;
    await until('The code', async () => (await rowsOf(ownerUrl(stack, 'notification'), codes)).length > 0);
    const sent = Math.round(performance.now() - began);
    const report = await underLoad(world, { seed, sessionsMayGo: true }, async () => {
      await sleep(3000);
      return { did: `all programs started without Redis, ${AWAY_MS / 1000} s later Redis came`, ...served };
    });
    const figures = { 'healthy after the return, ms': back, 'code sent after, ms': sent, ...report.figures };
    return { ...report, figures };
  },
};

/** Compares what the portal returns without Redis with what it promises. */
async function responsesWithoutRedis({ stack, people }: World, email: string) {
  const wrong: string[] = [];
  const late: string[] = [];
  const expected = [
    ...(existsSync(PAGE) ? [{ method: 'GET', path: '/', status: 200, person: null }] : []),
    { method: 'GET', path: '/api/user', status: 503, person: people.staff.admin },
    { method: 'GET', path: '/api/children', status: 503, person: people.parents[0] ?? null },
    { method: 'POST', path: '/api/auth/forgot-password', status: 200, person: null, body: { email } },
  ];
  for (const { person, status, ...request } of expected) {
    const answer = await call(stack.url, person, request);
    if (answer.status !== status) wrong.push(`${request.method} ${request.path} returned ${answer.status}`);
    if (status === 503 && answer.ms > DOWN_MS) late.push(`${request.path} was refused after ${answer.ms} ms`);
  }
  return { wrong, late };
}
