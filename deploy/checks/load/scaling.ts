import type { Stack } from '@gerbang/local/stack';
import { type Family, PROFILE, withClient } from './families.ts';
import { figure } from './figures.ts';
import { expectOnly, load } from './load.ts';
import type { LoadRequest, LoadResult } from './load.types.ts';
import type { Bench } from './measurement.ts';
import { type Replicas, type Shape, startReplicas } from './replicas.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';
import { inWords, meterOf, storeMeters, type Usage, watched } from './usage.ts';

const READERS = 64;
const WRITERS = 16;
const LAG = 'nodejs_eventloop_lag_p99_seconds';
/** More than this of something is all of it: what is left is the time between two requests. */
const FULL = 0.85;
const POOL = 10;
const LOOK_MS = 200;
/** Also a process that is held to a small part answers somebody within it. */
const LOOK_SECONDS = 3;
/**
 * Two cores have room for few processes beside the load and the stores: each is held to a part of a core, so that what more
 * of them add shows, and not what the machine lacks.
 */
const SERVICE_SHARE = 0.15;
const GATEWAY_SHARE = 0.1;
const SHAPES: readonly Shape[] = [
  { gateways: 1, services: 1, serviceShare: SERVICE_SHARE },
  { gateways: 1, services: 2, serviceShare: SERVICE_SHARE },
  { gateways: 1, services: 3, serviceShare: SERVICE_SHARE },
  { gateways: 1, services: 1, gatewayShare: GATEWAY_SHARE, serviceShare: SERVICE_SHARE },
  { gateways: 2, services: 2, gatewayShare: GATEWAY_SHARE, serviceShare: SERVICE_SHARE },
  { gateways: 1, services: 1 },
  { gateways: 2, services: 2 },
];
const TINY_SHAPES = SHAPES.slice(0, 1);
/** P11: from two processes to four, all of them held; free ones where the machine does not allow to hold them. */
const PAIRS = [SHAPES.slice(3, 5), SHAPES.slice(5, 7)].map((pair) => pair.map((shape) => nameOf(shape)));
const LINEAR = 1.7;

const KINDS = ['reads', 'writes'] as const;

interface Seen {
  shape: string;
  kind: (typeof KINDS)[number];
  load: LoadResult;
  usage: Usage<LoadResult>;
  /** The longest delay of an event loop, by process. */
  lagMs: number;
  /** How much the busiest process uses of the core, or of the part of it, that it may have. */
  busiest: number;
  /** Connections at work of all that the pools may have. */
  pool: number;
  commits: number;
}

/** How the throughput grows with the processes of a service and of the gateway, and what is full first (P11). */
export async function measureScaling(bench: Bench): Promise<Row[]> {
  const families = (await bench.families()).slice(0, WRITERS);
  const seen: Seen[] = [];
  for (const shape of isTiny() ? TINY_SHAPES : SHAPES) {
    const replicas = await startReplicas(bench, shape);
    const run = (kind: Seen['kind']) => (seconds: number) => play(replicas, families, kind, seconds);
    try {
      // A start is not what is measured: they are held to their parts when they are warm.
      if (!isTiny()) for (const kind of KINDS) await run(kind)(2);
      const name = nameOf(shape, replicas.hold());
      for (const kind of KINDS) {
        seen.push(await observed(bench, replicas, { name, shape, kind, run: run(kind) }));
      }
    } finally {
      await replicas.stop();
    }
  }
  return rowsOf(seen);
}

async function play(
  replicas: Replicas,
  families: readonly Family[],
  kind: Seen['kind'],
  seconds: number,
): Promise<LoadResult> {
  const { url } = replicas;
  const requests = families.flatMap(({ account: { cookie } }): LoadRequest[] => {
    if (kind === 'reads') return [{ method: 'GET', path: '/api/registrations', headers: { cookie } }];
    // Every save changes something.
    return [0, 1].map((turn) => ({
      method: 'PATCH',
      path: '/api/parent',
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ address: `${PROFILE.address} blok ${turn}` }),
    }));
  });
  const connections = kind === 'reads' ? READERS : WRITERS;
  return expectOnly(await load({ url, connections, seconds, requests }), '200');
}

async function observed(
  bench: Bench,
  replicas: Replicas,
  one: { name: string; shape: Shape; kind: Seen['kind']; run: (s: number) => Promise<LoadResult> },
): Promise<Seen> {
  const stack = bench.stack();
  const meters = [
    ...replicas.all.map(({ name, pid }, at) => meterOf(`${name} ${at + 1}`, pid)),
    ...storeMeters(stack, bench),
  ];
  const lags = () => Promise.all(replicas.all.map(({ metricsUrl }) => figure(metricsUrl, LAG)));
  await lags(); // from now on
  const before = await commits(stack);
  const usage = await watched(meters, () => one.run(bench.seconds));
  const during = await workingConnections(stack, one.run);
  const delays = await lags();
  return {
    shape: one.name,
    kind: one.kind,
    load: usage.result,
    usage,
    lagMs: Math.max(...delays) * 1000,
    busiest: fullest(usage.cores, one.shape),
    pool: during / (POOL * one.shape.services),
    commits: ((await commits(stack)) - before) / usage.seconds,
  };
}

/** Connections of admission that are at work on average, looked at in a short load of their own. */
async function workingConnections(stack: Stack, run: (seconds: number) => Promise<LoadResult>) {
  return withClient(stack.databaseUrls.admission, async (client) => {
    const looks: number[] = [];
    let going = true;
    const looking = (async () => {
      while (going) {
        const { rows } = await client.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity
           where application_name = 'admission' and state is distinct from 'idle' and pid <> pg_backend_pid()`,
        );
        looks.push(rows[0]?.n ?? 0);
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    })();
    try {
      await run(LOOK_SECONDS);
    } finally {
      going = false;
      await looking;
    }
    return looks.reduce((sum, n) => sum + n, 0) / looks.length;
  });
}

async function commits(stack: Stack): Promise<number> {
  return withClient(stack.databaseUrls.admission, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      'select xact_commit::int as n from pg_stat_database where datname = current_database()',
    );
    return rows[0]?.n ?? 0;
  });
}

function rowsOf(seen: readonly Seen[]): Row[] {
  return KINDS.flatMap((kind) => {
    const own = seen.filter((one) => one.kind === kind);
    const rows = own.map(
      (one): Row => ({
        what: `scaling, ${kind}, ${one.shape}`,
        value: one.load.perSecond,
        unit: '/s',
        note: `${(one.load.perSecond / firstOf(own, one)).toFixed(2)} x one of each; p99 ${one.load.p99} ms; full: ${full(one)}; event loop ${one.lagMs.toFixed(0)} ms; pool ${percent(one.pool)}; ${Math.round(one.commits)} commits/s; ${inWords(one.usage.cores)}`,
      }),
    );
    const pairs = PAIRS.map((names) => names.map((name) => own.find(({ shape }) => shape === name)));
    const [two, four] = pairs.find((pair) => pair.every(Boolean)) ?? [];
    if (!two || !four) return rows;
    const grown: Row = {
      what: `scaling, ${kind}, from two processes to four`,
      value: four.load.perSecond / two.load.perSecond,
      unit: 'x',
      of: { measured: four.load.perSecond, limit: two.load.perSecond, unit: '/s' },
      ...(kind === 'reads' && { goal: 'P11', wanted: { atLeast: LINEAR } }),
      note: `this or the foundation's figures are enough; with two, full: ${full(two)}`,
    };
    return [...rows, grown];
  });
}

/** What there was no more of, the narrowest first. */
function full({ usage, busiest, pool }: Seen): string {
  const postgres = usage.cores.get('postgres') ?? 0;
  const parts = [
    [`all cores (${percent(usage.machine)})`, usage.machine],
    [`one process's core, or its part (${percent(busiest)})`, busiest],
    [`one core by Postgres (${percent(postgres)})`, postgres],
    [`the pool (${percent(pool)})`, pool],
  ] as const;
  const names = parts.filter(([, share]) => share >= FULL).map(([name]) => name);
  return names.length > 0 ? names.join(', ') : 'nothing: the waiting itself (commits, locks, the line)';
}

/** `gateways + services` and what they are held to. */
function nameOf(shape: Shape | undefined, held = true): string {
  const { gateways = 0, services = 0, gatewayShare, serviceShare } = shape ?? {};
  const counted = `gateways + services: ${gateways} + ${services}`;
  if (serviceShare === undefined) return counted;
  if (!held) return `${counted}, not held (not allowed here)`;
  return gatewayShare === undefined
    ? `${counted}, services at ${serviceShare} core each`
    : `${counted}, gateways at ${gatewayShare}, services at ${serviceShare} core each`;
}

function fullest(cores: ReadonlyMap<string, number>, { gatewayShare = 1, serviceShare = 1 }: Shape): number {
  const shares = [...cores].flatMap(([name, used]) => {
    if (!/\d$/u.test(name)) return [];
    return [used / (name.startsWith('gateway') ? gatewayShare : serviceShare)];
  });
  return Math.max(...shares);
}

/** The throughput of one of each, held as these are. */
function firstOf(own: readonly Seen[], { shape }: Seen): number {
  const first = own.find((one) => one.shape === shape.replace(/\d+ \+ \d+/u, '1 + 1'));
  return first?.load.perSecond ?? Number.NaN;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
