import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '@gerbang/local/paths';
import { call } from '../client.ts';
import { ownerUrl, rowsOf } from '../databases.ts';
import type { Fault } from '../fault.ts';
import { waitForHealth } from '../judge.ts';
import { newParent, waitFor } from '../people.ts';
import { SERVED } from '../programs.ts';
import { underLoad } from '../under-load.ts';
import type { World } from '../world.ts';

/** Only where the front ends are built. */
const PAGE = join(projectRoot, 'frontends/shell/dist/index.html');
const AWAY_MS = 20_000;
const DOWN_MS = 2000;
const SETTLED_MS = 120_000;

/** What people get while there is no Redis; answers what is wrong, and what took longer than promised. */
async function askAround(world: World, email: string): Promise<{ wrong: string[]; late: string[] }> {
  const { stack, people } = world;
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
    if (answer.status !== status) wrong.push(`${request.method} ${request.path} answered ${answer.status}`);
    if (status === 503 && answer.ms > DOWN_MS) late.push(`${request.path} was refused after ${answer.ms} ms`);
  }
  return { wrong, late };
}

/** Every program starts without Redis and serves what it can; with Redis everything comes back by itself. */
export const noRedis: Fault = {
  id: 'F8',
  title: 'no Redis at the start and after it',
  seeded: false,
  skipped: (queue) => (queue === 'redis' ? null : 'sessions and queue lie on Postgres'),
  async run({ world: shared, seed }) {
    const world = await shared();
    const { redis, stack } = world;
    if (!redis) throw new Error('No Redis');
    const parent = await newParent(stack.url);
    await redis.kill();
    await Promise.all(SERVED.map(({ name }) => stack.restart(name)));
    const listening = async () =>
      (await call(stack.url, null, { method: 'GET', path: '/healthz' })).status === 200;
    await waitFor('the gateway without Redis', listening);
    await sleep(AWAY_MS);
    // The service behind it may still be at its start.
    await waitFor('forgot-password without Redis', async () => {
      const body = { email: parent.email };
      const answer = await call(stack.url, null, { method: 'POST', path: '/api/auth/forgot-password', body });
      return answer.status === 200;
    });
    const asked = await askAround(world, parent.email);
    const limits = await rowsOf(
      ownerUrl(stack, 'gateway'),
      'select 1 from limits where until > now() limit 1',
    );
    if (limits.length === 0) asked.wrong.push('nobody counted the requests');
    await redis.start();
    const back = await waitForHealth(world);
    const codes = `select status from notifications where kind = 'reset_code'`;
    const sent = await waitFor(
      'the code',
      async () =>
        (await rowsOf<{ status: string }>(ownerUrl(stack, 'notification'), codes)).some(({ status }) =>
          ['sent', 'delivered'].includes(status),
        ),
      SETTLED_MS,
    );
    const report = await underLoad(world, { seed, sessionsMayGo: true }, async () => {
      await sleep(3000);
      return { did: `all programs started without Redis, ${AWAY_MS / 1000} s later Redis came`, ...asked };
    });
    const figures = { 'well after the return, ms': back, 'code sent after, ms': sent, ...report.figures };
    return { ...report, figures };
  },
};
