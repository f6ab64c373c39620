import type { Stack } from '@gerbang/local/stack';
import type { BareStack } from './bare/stack.ts';
import { cpuMs, digits, median, type Meter, metersOf, spreadOf } from './figures.ts';
import { expectOnly, load } from './load.ts';
import { besideStrangers, undisturbed } from './machine.ts';
import type { LoadRequest, LoadResult } from './play.ts';
import type { Bench } from './runner.ts';
import type { Row } from './report.ts';
import { isTiny } from './settings.ts';
import { settle } from './settle.ts';
import { PROGRAMS } from './start.ts';

/** Connections of a usual load. */
export const CONNECTIONS = 16;
const WARM_UP_SECONDS = 2;

/** One way to do a piece of work. */
export interface Way {
  /** The processes whose CPU counts. */
  meters: readonly Meter[];
  run: (isWarmUp: boolean) => Promise<LoadResult>;
  /** A turn that uses something up cannot be repeated when other programs disturbed it. */
  once?: true;
}

export interface Figures {
  perSecond: number;
  /** CPU milliseconds a request. */
  cpu: number;
  p50: number;
  p99: number;
  /** CPU milliseconds of the load generator a request. */
  generator: number;
  /** Cores that other programs used meanwhile. */
  strangers: number;
}

/** The medians of a way, and its rounds. */
export interface InRounds extends Figures {
  readonly rounds: readonly Figures[];
}

/** Runs the ways in turns, so that other work of the machine meets them alike; medians without the warm-up round. */
export async function inTurns<N extends string>(
  ways: Record<N, Way>,
  rounds: number,
): Promise<Record<N, InRounds>> {
  const names = Object.keys(ways) as N[];
  const taken = new Map<N, Figures[]>(names.map((name) => [name, []]));
  for (let round = isTiny() ? 0 : -1; round < rounds; round += 1) {
    for (const name of names) {
      const { once = false } = ways[name];
      const turn = () => takeTurn(ways[name], round < 0);
      const { result, strangers } = await (once || round < 0 ? besideStrangers(turn) : undisturbed(turn));
      if (round >= 0) taken.get(name)?.push({ ...result, strangers });
    }
  }
  const of = (name: N): InRounds => {
    const list = taken.get(name) ?? [];
    const middle = (what: keyof Figures) => median(list.map((one) => one[what]));
    const medians = Object.fromEntries(FIGURES.map((what) => [what, middle(what)])) as unknown as Figures;
    return { ...medians, rounds: list };
  };
  return Object.fromEntries(names.map((name) => [name, of(name)] as const)) as Record<N, InRounds>;
}

const FIGURES = ['perSecond', 'cpu', 'p50', 'p99', 'generator', 'strangers'] as const;

async function takeTurn({ meters, run }: Way, isWarmUp: boolean): Promise<Omit<Figures, 'strangers'>> {
  const before = cpuMs(meters);
  const { perSecond, p50, p99, total, generatorMs } = await run(isWarmUp);
  return { perSecond, p50, p99, cpu: (cpuMs(meters) - before) / total, generator: generatorMs / total };
}

/** Where a load goes: an address, its sessions and the processes that serve it. */
export interface Side {
  url: string;
  cookies: readonly string[];
  meters: readonly Meter[];
}

/** The measured portal, by the services that a call needs. */
export function portalSide(
  { stack, redisPid }: Bench,
  services: readonly Parameters<Stack['pid']>[0][],
  cookies: readonly string[],
): Side {
  return { url: stack().url, cookies, meters: metersOf(stack(), ['gateway', ...services], redisPid) };
}

/** A way of GET requests of these paths, in turns over paths and sessions. */
export function reading(
  { url, cookies, meters }: Side | BareStack,
  paths: readonly string[],
  { seconds, connections = CONNECTIONS }: { seconds: number; connections?: number },
): Way {
  const count = Math.max(paths.length, cookies.length);
  const requests = Array.from({ length: count }, (_one, at) => ({
    method: 'GET',
    path: paths[at % paths.length] ?? '',
    headers: { cookie: cookies[at % cookies.length] ?? '' },
  }));
  // Sessions are dealt out to the connections, so that no two use the same one at a time.
  const spread = requests.length >= connections;
  return sending({ url, meters }, requests, { seconds, connections, status: '200', spread });
}

/** A way that sends these requests, each connection its own where `spread`. */
export function sending(
  { url, meters }: Pick<Side, 'url' | 'meters'>,
  requests: LoadRequest[],
  options: {
    seconds: number;
    connections: number;
    status: string;
    spread?: boolean;
    /** Seconds before the first round, where two are not enough for the code to be compiled. */
    warmUp?: number;
  },
): Way {
  const { seconds, connections, status, spread = false, warmUp = WARM_UP_SECONDS } = options;
  return {
    meters,
    run: async (isWarmUp) => {
      const duration = isWarmUp ? warmUp : seconds;
      return expectOnly(await load({ url, connections, seconds: duration, requests, spread }), status);
    },
  };
}

/**
 * The CPU milliseconds of one of `amount` calls until nothing that follows is under way any more, messages included, and
 * the share of each program in words.
 */
export async function untilSettled(
  { stack, redisPid }: Bench,
  amount: number,
  work: () => Promise<unknown>,
): Promise<{ ms: number; shares: string }> {
  await settle(stack(), redisPid);
  const meters = metersOf(stack(), PROGRAMS, redisPid);
  const before = meters.map(({ read }) => read());
  await work();
  await settle(stack(), redisPid);
  const shares = meters.map(({ name, read }, at) => ({ name, ms: (read() - (before[at] ?? 0)) / amount }));
  return {
    ms: shares.reduce((sum, { ms }) => sum + ms, 0),
    shares: shares.map(({ name, ms }) => `${name} ${digits(ms)}`).join(', '),
  };
}

/** The least and the most of a ratio of two ways, round by round. */
const between = (ways: Record<'portal' | 'bare', InRounds>, what: 'cpu' | 'perSecond') =>
  spreadOf(ways.portal.rounds.map((one, at) => one[what] / (ways.bare.rounds[at]?.[what] ?? Number.NaN)));

/** The rows of a call through the gateway, its CPU as a multiple of the bare read's, or of `than`. */
export function besideBare(
  what: string,
  { portal, bare }: Record<'portal' | 'bare', InRounds>,
  options: { goal?: string; cpuAtMost?: number; note?: string; than?: string } = {},
): Row[] {
  const { goal, cpuAtMost, note, than = 'the bare read' } = options;
  return [
    { what: `${what}, through the gateway`, value: portal.perSecond, unit: '/s', ...(note && { note }) },
    { what: `${what}, p50`, value: portal.p50, unit: 'ms' },
    {
      what: `${what}, p99`,
      value: portal.p99,
      unit: 'ms',
      ...spreadOf(portal.rounds.map(({ p99 }) => p99)),
      note: `the load itself ${digits(portal.generator)} ms of CPU a request, strangers ${digits(portal.strangers)} cores`,
    },
    {
      what: `${what}, CPU against ${than}`,
      value: portal.cpu / bare.cpu,
      unit: 'x',
      of: { measured: portal.cpu, limit: bare.cpu, unit: 'ms' },
      ...between({ portal, bare }, 'cpu'),
      ...(goal && { goal }),
      ...(cpuAtMost !== undefined && { wanted: { atMost: cpuAtMost } }),
    },
  ];
}

/** The row of a rate against the same work done bare. */
export function rateAgainstBare(
  what: string,
  { portal, bare }: Record<'portal' | 'bare', InRounds>,
  goal: string,
  atLeast: number,
): Row {
  return {
    goal,
    what: `${what}, gateway against bare`,
    value: portal.perSecond / bare.perSecond,
    unit: 'x',
    of: { measured: portal.perSecond, limit: bare.perSecond, unit: '/s' },
    ...between({ portal, bare }, 'perSecond'),
    wanted: { atLeast },
  };
}
