import { inWords, metersOf, watched } from './figures.ts';
import { profileSave } from './family.ts';
import { expectOnly, load } from './load.ts';
import { loginRequests } from './logins.ts';
import type { LoadRequest } from './play.ts';
import { type Shape, startReplicas } from './replicas.ts';
import type { Row } from './report.ts';
import type { Bench, Parent } from './runner.ts';
import { isTiny } from './settings.ts';

const FAMILIES = 16;
const WARM_UP_SECONDS = 2;
/**
 * Two cores have no room for many processes beside the load and the stores: each may use a part of a core, so that the
 * figures show what more processes add, and not what the machine lacks.
 */
const SHARES = { gatewayShare: 0.1, serviceShare: 0.15 };
const SHAPES = {
  'one of each': { gateway: 1, auth: 1, admission: 1 },
  'two of each': { gateway: 2, auth: 2, admission: 2 },
  'two gateways, three of a service': { gateway: 2, auth: 3, admission: 3 },
} as const satisfies Record<string, Shape['counts']>;
type ShapeName = keyof typeof SHAPES;
const LINEAR = 1.7;

interface Work {
  readonly what: string;
  readonly connections: number;
  readonly requests: (url: string) => LoadRequest[];
}

interface Grown {
  readonly perSecond: number;
  readonly note: string;
}

/**
 * P11: how reads, writes and logins grow from one gateway and one of each service to several behind a balancer, and which
 * process is full first.
 */
export async function measureScaling(bench: Bench): Promise<Row[]> {
  const families = (await bench.families()).slice(0, FAMILIES);
  const works = worksOf(families, await bench.accounts());
  const grown = new Map<ShapeName, Grown[]>();
  for (const name of Object.keys(SHAPES) as ShapeName[]) {
    if (!isTiny() || name !== 'two of each') grown.set(name, await growth(bench, SHAPES[name], works));
  }
  const rate = (name: ShapeName, at: number) => grown.get(name)?.[at]?.perSecond ?? Number.NaN;
  return works.flatMap(({ what }, at): Row[] => [
    ...[...grown].map(([name, figures]) => ({
      what: `${what}, ${name}`,
      value: figures[at]?.perSecond ?? Number.NaN,
      unit: '/s',
      note: figures[at]?.note ?? '',
    })),
    {
      ...(at === 0 && { goal: 'P11', wanted: { atLeast: LINEAR } }),
      what: `scaling, ${what}, two of each against one`,
      value: rate('two of each', at) / rate('one of each', at),
      unit: 'x',
      of: { measured: rate('two of each', at), limit: rate('one of each', at), unit: '/s' },
    },
  ]);
}

function worksOf(families: readonly Parent[], accounts: readonly Parent[]): Work[] {
  return [
    {
      what: 'reads',
      connections: 64,
      requests: () =>
        families.map(({ cookie }) => ({ method: 'GET', path: '/api/registrations', headers: { cookie } })),
    },
    {
      what: 'profile saves',
      connections: FAMILIES,
      requests: (url) => families.flatMap((family) => [0, 1].map((turn) => profileSave(url, family, turn))),
    },
    // Few enough that none is told a place in the line, which would be another answer.
    { what: 'logins', connections: 8, requests: (url) => loginRequests(url, accounts) },
  ];
}

async function growth(bench: Bench, counts: Shape['counts'], works: readonly Work[]): Promise<Grown[]> {
  const replicas = await startReplicas(bench, { counts, ...SHARES });
  const run = async ({ connections, requests }: Work, seconds: number) =>
    expectOnly(
      await load({ url: replicas.url, connections, seconds, requests: requests(replicas.url) }),
      '200',
    );
  try {
    // They are limited only when they are warm.
    if (!isTiny()) for (const work of works) await run(work, WARM_UP_SECONDS);
    const isLimited = replicas.limit();
    const limits = isLimited
      ? `each held to ${SHARES.gatewayShare} and ${SHARES.serviceShare} core`
      : 'no limits';
    const figures: Grown[] = [];
    for (const work of works) {
      const meters = [...replicas.meters, ...metersOf(bench.stack(), [], bench.redisPid)];
      const { result, cores } = await watched(meters, () => run(work, bench.seconds));
      const note = `${limits}; p99 ${result.p99} ms; ${inWords(cores)}`;
      figures.push({ perSecond: result.perSecond, note });
    }
    return figures;
  } finally {
    await replicas.stop();
  }
}
