import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@gerbang/local/stack';
import { type BareStack, startBare } from './bare/stack.ts';
import { copyTables } from './bare/tables.ts';
import {
  addChildren,
  type Family,
  PROFILE,
  registrationBody,
  type School,
  schoolOf,
  withClient,
} from './families.ts';
import { expectOnly, load } from './load.ts';
import type { LoadRequest } from './load.types.ts';
import type { Bench } from './measurement.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';
import { besideBare, inTurns, type Way } from './turns.ts';

const CONNECTIONS = 16;
const PATIENCE_MS = 300_000;

/** Somebody who calls: the same family, through the gateway or bare. */
interface Side {
  url: string;
  cookies: string[];
  pids: readonly (number | undefined)[];
}

/** Profile save, list of registrations and P5: what a family does most, beside the same statements bare. */
export async function measureFamilyCalls(bench: Bench): Promise<Row[]> {
  const stack = bench.stack();
  const families = (await bench.families()).slice(0, CONNECTIONS);
  const [first] = families;
  if (!first) throw new Error('No family');
  const count = CONNECTIONS * (isTiny() ? 1 : bench.quick ? 20 : 40);
  const children = await addChildren(
    stack.databaseUrls.admission,
    families,
    (count / CONNECTIONS) * (bench.rounds + 1),
  );
  const bare = await startBare({
    stack,
    redisUrl: bench.redisUrl,
    userIds: families.map(({ account }) => account.id),
    service: {
      file: 'family.ts',
      env: { DATABASE_URL: await copyTables(stack) },
      probe: '/api/registrations',
    },
  });
  try {
    const sides = sidesOf(stack, bare, families);
    return [
      ...(await listed(bench, sides)),
      ...(await saved(bench, sides)),
      ...(await submitted(bench, sides, children, count, await schoolOf(stack, first.account))),
    ];
  } finally {
    await bare.stop();
  }
}

function sidesOf(
  stack: Stack,
  bare: BareStack,
  families: readonly Family[],
): Record<'gateway' | 'bare', Side> {
  return {
    gateway: {
      url: stack.url,
      cookies: families.map(({ account }) => account.cookie),
      pids: [stack.pid('gateway'), stack.pid('admission')],
    },
    bare,
  };
}

type Sides = ReturnType<typeof sidesOf>;
type Body = (family: number, turn: number) => object;

/** Requests of which each connection gets those of one family: `turns` for each. */
function requestsOf(
  side: Side,
  call: { method: string; path: string },
  turns: number,
  body?: Body,
): LoadRequest[] {
  return Array.from({ length: turns }, (_, turn) =>
    side.cookies.map((cookie, family) => ({
      ...call,
      headers: { cookie, origin: side.url, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body(family, turn)) }),
    })),
  ).flat();
}

async function bothWays(
  sides: Sides,
  rounds: number,
  run: (side: Side, warmUp: boolean) => ReturnType<Way['run']>,
) {
  const way = (side: Side): Way => ({ pids: side.pids, run: (warmUp) => run(side, warmUp) });
  return inTurns({ gateway: way(sides.gateway), bare: way(sides.bare) }, rounds);
}

async function listed({ rounds, seconds }: Bench, sides: Sides): Promise<Row[]> {
  const taken = await bothWays(sides, rounds, async ({ url, ...side }, warmUp) => {
    const requests = requestsOf({ url, ...side }, { method: 'GET', path: '/api/registrations' }, 1);
    const duration = warmUp ? 2 : seconds;
    return expectOnly(
      await load({ url, connections: CONNECTIONS, seconds: duration, requests, spread: true }),
      '200',
    );
  });
  return besideBare('list of registrations', taken, { note: `${CONNECTIONS} connections, two rows` });
}

async function saved({ rounds, seconds }: Bench, sides: Sides): Promise<Row[]> {
  // Every save changes something: what is there already is not written again.
  const body: Body = (_family, turn) => ({
    address: `${PROFILE.address} blok ${turn}`,
    father_job: turn === 0 ? 'Wiraswasta / Pengusaha' : PROFILE.father_job,
    father_income: turn === 0 ? '<10.000.000' : PROFILE.father_income,
  });
  const taken = await bothWays(sides, rounds, async (side, warmUp) => {
    const requests = requestsOf(side, { method: 'PATCH', path: '/api/parent' }, 2, body);
    const duration = warmUp ? 2 : seconds;
    return expectOnly(
      await load({ url: side.url, connections: CONNECTIONS, seconds: duration, requests, spread: true }),
      '200',
    );
  });
  return besideBare('profile save', taken, { note: `${CONNECTIONS} families, three fields, one sealed` });
}

async function submitted(
  bench: Bench,
  sides: Sides,
  children: readonly string[][],
  count: number,
  school: School,
): Promise<Row[]> {
  const stack = bench.stack();
  const turns = count / CONNECTIONS;
  const done = new Map<Side, number>();
  let accepted = 0;
  const before = await received(stack);
  // The messages wait until the end: sending them is measured by itself, and would take the cores from the gateway only.
  await stack.stopProgram('notification');
  try {
    const taken = await bothWays(sides, bench.rounds, async (side) => {
      const from = done.get(side) ?? 0;
      done.set(side, from + turns);
      const body: Body = (family, turn) =>
        registrationBody(school, children[family]?.[from + turn] ?? '', family + turn);
      const requests = requestsOf(side, { method: 'POST', path: '/api/registrations' }, turns, body);
      const result = await load({
        url: side.url,
        connections: CONNECTIONS,
        seconds: 60,
        amount: count,
        requests,
        spread: true,
      });
      if (side === sides.gateway) accepted += result.statuses['201'] ?? 0;
      return expectOnly(result, '201');
    });
    return besideBare('registration submitted', taken, {
      goal: 'P5',
      atLeast: 0.6,
      note: `${CONNECTIONS} families, ${count} registrations a round, in all levels`,
    });
  } finally {
    await stack.restart('notification');
    await delivered(stack, before + accepted);
  }
}

/** Messages about registrations that have been sent. */
function received(stack: Stack): Promise<number> {
  return withClient(stack.databaseUrls.notification, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from notifications
       where kind = 'registration_received' and status in ('sent', 'delivered', 'failed')`,
    );
    return rows[0]?.count ?? 0;
  });
}

/** What comes next is not to run beside the sending of what waited. */
async function delivered(stack: Stack, expected: number): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(500)) {
    if ((await received(stack)) >= expected) return;
  }
  throw new Error(`Of ${expected} messages about registrations some do not arrive`);
}
