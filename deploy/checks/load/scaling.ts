import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@gerbang/local/stack';
import { withClient } from '../kit/databases.ts';
import { profileSave } from './family.ts';
import { inWords, metersOf, type Usage, watched } from './figures.ts';
import { expectOnly, load } from './load.ts';
import type { LoadRequest, LoadResult } from './play.ts';
import type { Bench, Parent } from './measurement.ts';
import { type Replicas, type Shape, startReplicas } from './replicas.ts';
import type { Row } from './report.ts';
import { isTiny } from './settings.ts';

const CONNECTIONS = { reads: 64, writes: 16 };
/** A resource that is used more than this is full: the rest is the time between two requests. */
const FULL = 0.85;
/** Connections of one service's pool. */
const POOL = 10;
const SAMPLE_MS = 200;
const SAMPLE_SECONDS = 3;
/**
 * Two cores have no room for many processes beside the load and the stores: each may use a part of a core, so that the
 * figures show what more processes add, and not what the machine lacks.
 */
const SERVICE_SHARE = 0.15;
const GATEWAY_SHARE = 0.1;
const limited = { gatewayShare: GATEWAY_SHARE, serviceShare: SERVICE_SHARE };
const SHAPES: readonly Shape[] = [
  { gateways: 1, services: 1, serviceShare: SERVICE_SHARE },
  { gateways: 1, services: 2, serviceShare: SERVICE_SHARE },
  { gateways: 1, services: 3, serviceShare: SERVICE_SHARE },
  { gateways: 1, services: 1, ...limited },
  { gateways: 2, services: 2, ...limited },
  { gateways: 1, services: 1 },
  { gateways: 2, services: 2 },
];
/** P11 goes from two processes to four, all limited; unlimited ones where the machine does not allow the limit. */
const PAIRS = [SHAPES.slice(3, 5), SHAPES.slice(5, 7)].map((pair) => pair.map((shape) => nameOf(shape)));
const LINEAR = 1.7;
const KINDS = ['reads', 'writes'] as const;
type Kind = (typeof KINDS)[number];

interface Seen {
  shape: string;
  kind: Kind;
  usage: Usage<LoadResult>;
  /** The highest use of a process, as a share of what it may use. */
  busiest: number;
  /** Busy connections as a share of the pools. */
  pool: number;
}

/** P11: how the throughput grows with the processes of a service and of the gateway, and what is full first. */
export async function measureScaling(bench: Bench): Promise<Row[]> {
  const families = (await bench.families()).slice(0, CONNECTIONS.writes);
  const seen: Seen[] = [];
  for (const shape of isTiny() ? SHAPES.slice(0, 1) : SHAPES) {
    const replicas = await startReplicas(bench, shape);
    const run = (kind: Kind) => (seconds: number) => play(bench, replicas, families, kind, seconds);
    try {
      // They are limited only when they are warm.
      if (!isTiny()) for (const kind of KINDS) await run(kind)(2);
      const name = nameOf(shape, replicas.limit());
      for (const kind of KINDS)
        seen.push(await observed(bench, replicas, { name, shape, kind, run: run(kind) }));
    } finally {
      await replicas.stop();
    }
  }
  return rowsOf(seen);
}

async function play(
  bench: Bench,
  { url }: Replicas,
  families: readonly Parent[],
  kind: Kind,
  seconds: number,
): Promise<LoadResult> {
  const requests = families.flatMap((family): LoadRequest[] => {
    const headers = { cookie: family.cookie };
    if (kind === 'reads') return [{ method: 'GET', path: '/api/registrations', headers }];
    const saves = [0, 1].map((turn) => profileSave(bench, family, turn));
    return saves.map((save) => ({ ...save, headers: { ...save.headers, origin: url } }));
  });
  return expectOnly(await load({ url, connections: CONNECTIONS[kind], seconds, requests }), '200');
}

async function observed(
  bench: Bench,
  replicas: Replicas,
  one: { name: string; shape: Shape; kind: Kind; run: (seconds: number) => Promise<LoadResult> },
): Promise<Seen> {
  const stack = bench.stack();
  const { gatewayShare = 1, serviceShare = 1 } = one.shape;
  const meters = [...replicas.meters, ...metersOf(stack, [], bench.redisPid)];
  const usage = await watched(meters, () => one.run(bench.seconds));
  const busy = await busyConnections(stack, () => one.run(SAMPLE_SECONDS));
  const uses = replicas.meters.map(({ name }) => {
    return (usage.cores.get(name) ?? 0) / (name.startsWith('gateway') ? gatewayShare : serviceShare);
  });
  return {
    shape: one.name,
    kind: one.kind,
    usage,
    busiest: Math.max(...uses),
    pool: busy / (POOL * one.shape.services),
  };
}

/** The average number of admission's busy connections, sampled in a load of their own. */
async function busyConnections({ databaseUrls }: Stack, run: () => Promise<unknown>): Promise<number> {
  return withClient(databaseUrls.admission, async (client) => {
    const samples: number[] = [];
    let isOver = false;
    const sampling = (async () => {
      while (!isOver) {
        const { rows } = await client.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity
           where application_name = 'admission' and state is distinct from 'idle' and pid <> pg_backend_pid()`,
        );
        samples.push(rows[0]?.n ?? 0);
        await sleep(SAMPLE_MS);
      }
    })();
    await run().finally(() => {
      isOver = true;
    });
    await sampling;
    return samples.reduce((sum, n) => sum + n, 0) / samples.length;
  });
}

function rowsOf(seen: readonly Seen[]): Row[] {
  return KINDS.flatMap((kind) => {
    const own = seen.filter((one) => one.kind === kind);
    const rateOf = (shape: string) =>
      own.find((one) => one.shape === shape)?.usage.result.perSecond ?? Number.NaN;
    const rows = own.map(({ shape, usage, ...one }): Row => {
      const { perSecond, p99 } = usage.result;
      const times = perSecond / rateOf(shape.replace(/\d+ \+ \d+/u, '1 + 1'));
      const full = fullOf({ usage, ...one });
      return {
        what: `scaling, ${kind}, ${shape}`,
        value: perSecond,
        unit: '/s',
        note: `${times.toFixed(2)} x one of each; p99 ${p99} ms; full: ${full}; ${inWords(usage.cores)}`,
      };
    });
    const pair = PAIRS.find((names) => names.every((name) => !Number.isNaN(rateOf(name))));
    if (!pair) return rows;
    const [two, four] = pair.map(rateOf) as [number, number];
    const grown: Row = {
      what: `scaling, ${kind}, from two processes to four`,
      value: four / two,
      unit: 'x',
      of: { measured: four, limit: two, unit: '/s' },
      ...(kind === 'reads' && { goal: 'P11', wanted: { atLeast: LINEAR } }),
      note: "either this or the foundation's figures are enough",
    };
    return [...rows, grown];
  });
}

/** The resources that are full. */
function fullOf({ usage, busiest, pool }: Pick<Seen, 'usage' | 'busiest' | 'pool'>): string {
  const postgres = usage.cores.get('postgres') ?? 0;
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const names = Object.entries({
    'all cores': usage.machine,
    'the share of one process': busiest,
    'one core by PostgreSQL': postgres,
    'the pool': pool,
  }).flatMap(([name, share]) => (share >= FULL ? [`${name} (${percent(share)})`] : []));
  return names.length > 0
    ? names.join(', ')
    : 'nothing: the time goes into waiting (commits, locks, the network)';
}

/** `gateways + services` and their limits. */
function nameOf({ gateways, services, gatewayShare, serviceShare }: Shape, isLimited = true): string {
  const counted = `gateways + services: ${gateways} + ${services}`;
  if (serviceShare === undefined) return counted;
  if (!isLimited) return `${counted}, without a limit (not allowed here)`;
  const gatewayLimit = gatewayShare === undefined ? '' : `gateways at ${gatewayShare}, `;
  return `${counted}, ${gatewayLimit}services at ${serviceShare} core each`;
}
