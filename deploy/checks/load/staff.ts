import { gzipSync } from 'node:zlib';
import type { Stack } from '@gerbang/local/stack';
import { type BareStack, startBare } from './bare/stack.ts';
import { expectOnly, load } from './load.ts';
import type { Bench } from './measurement.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';
import { type StaffCase, staffCases } from './staff-cases.ts';
import { fill, logInAsStaff, type Session } from './staff-school.ts';
import { inTurns, type Taken, type Way } from './turns.ts';

const CONNECTIONS = 16;
const SECONDS = 2;
const ROUNDS_AT_MOST = 2;
const SIZES = [500, 2000, 5000, 50_000];
/** What P4 compares; the sizes between take long and say no more. */
const USUAL_SIZES = [2000, 50_000];
const QUICK_SIZES = [500, 2000];
const TINY_SIZES = [100];
const [SMALL, LARGE] = [2000, 50_000];
const KB = 1024;

type Figures = Map<
  string,
  { judged: boolean; bySize: Map<number, Record<'gateway' | 'bare' | 'user', Taken>> }
>;

/** P3 and P4: what staff ask for over a school that grows, beside the same statements bare. */
export async function measureStaff(bench: Bench): Promise<Row[]> {
  const stack = bench.stack();
  const staff = await logInAsStaff(stack);
  const sizes = isTiny() ? TINY_SIZES : bench.quick ? QUICK_SIZES : bench.full ? SIZES : USUAL_SIZES;
  const figures: Figures = new Map();
  const bare = await startBare({
    stack,
    redisUrl: bench.redisUrl,
    userIds: [staff.id],
    service: {
      file: 'staff.ts',
      env: { DATABASE_URL: stack.databaseUrls.admission },
      probe: '/api/admin/registrations?ask=list',
    },
  });
  try {
    for (const size of sizes) {
      await fill(bench, size);
      for (const one of await staffCases(stack)) {
        if (!one.judged && !bench.full && !isTiny()) continue;
        const taken = await measured(bench, bare, staff, one);
        const known = figures.get(one.what) ?? { judged: one.judged, bySize: new Map() };
        known.bySize.set(size, taken);
        figures.set(one.what, known);
      }
    }
  } finally {
    await bare.stop();
  }
  return [...rowsOf(figures), await pageSize(stack, staff)];
}

async function measured(bench: Bench, bare: BareStack, staff: Session, one: StaffCase) {
  const stack = bench.stack();
  const way = (url: string, cookie: string, pids: Way['pids'], paths: readonly string[]): Way => ({
    pids,
    run: async () => {
      const requests = paths.map((path) => ({ method: 'GET', path, headers: { cookie } }));
      return expectOnly(await load({ url, connections: CONNECTIONS, seconds: SECONDS, requests }), '200');
    },
  });
  const own = (...names: ('admission' | 'auth')[]) => [
    stack.pid('gateway'),
    ...names.map((name) => stack.pid(name)),
  ];
  return inTurns(
    {
      gateway: way(stack.url, staff.cookie, own('admission'), one.gateway),
      bare: way(bare.url, bare.cookies[0] ?? '', bare.pids, one.bare),
      // Says how fast the machine is at this moment, whatever the school's size.
      user: way(stack.url, staff.cookie, own('auth'), ['/api/user']),
    },
    Math.min(bench.rounds, ROUNDS_AT_MOST),
  );
}

function rowsOf(figures: Figures): Row[] {
  return [...figures].flatMap(([what, { judged, bySize }]) => {
    const rows = [...bySize].flatMap(([size, { gateway, bare }]): Row[] => [
      { what: `${what}, ${size} registrations, p50`, value: gateway.p50, unit: 'ms' },
      { what: `${what}, ${size} registrations, p99`, value: gateway.p99, unit: 'ms' },
      {
        what: `${what}, ${size} registrations, gateway against bare`,
        value: gateway.perSecond / bare.perSecond,
        unit: 'x',
        of: { measured: gateway.perSecond, limit: bare.perSecond, unit: '/s' },
        ...(judged && { goal: 'P3', wanted: { atLeast: 0.6 } }),
        note: `${CONNECTIONS} connections`,
      },
    ]);
    const [small, large] = [bySize.get(SMALL), bySize.get(LARGE)];
    if (!small || !large) return rows;
    const slower = (way: 'gateway' | 'bare' | 'user') => small[way].perSecond / large[way].perSecond;
    const grown: Row = {
      what: `${what}, time over ${LARGE} against ${SMALL}`,
      value: slower('gateway') / slower('user'),
      unit: 'x',
      ...(judged && { goal: 'P4', wanted: { atMost: 1.25 } }),
      note: `the machine's own change taken out; bare ${(slower('bare') / slower('user')).toFixed(2)} x`,
    };
    return [...rows, grown];
  });
}

async function pageSize(stack: Stack, { cookie }: Session): Promise<Row> {
  const response = await fetch(`${stack.url}/api/admin/registrations?limit=50`, { headers: { cookie } });
  const body = Buffer.from(await response.arrayBuffer());
  return {
    goal: 'P4',
    what: 'a page of 50 rows, gzip',
    value: gzipSync(body).length / KB,
    unit: 'KB',
    wanted: { atMost: 15 },
  };
}
