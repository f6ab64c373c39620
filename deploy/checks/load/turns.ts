import type { LoadResult } from './load.types.ts';
import { cpuMilliseconds, median } from './numbers.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';

/** One way to the same answer. */
export interface Way {
  /** The processes whose CPU counts. */
  pids: readonly (number | undefined)[];
  run: (warmUp: boolean) => Promise<LoadResult>;
}

export interface Taken {
  perSecond: number;
  /** CPU milliseconds a request. */
  cpu: number;
  p50: number;
  p99: number;
}

/** Runs the ways in turns, so that what else the machine does meets them alike; medians, without the round that warms up. */
export async function inTurns<N extends string>(
  ways: Record<N, Way>,
  rounds: number,
): Promise<Record<N, Taken>> {
  const names = Object.keys(ways) as N[];
  const taken = new Map<N, Taken[]>(names.map((name) => [name, []]));
  for (let round = isTiny() ? 0 : -1; round < rounds; round += 1) {
    for (const name of names) {
      const { pids, run } = ways[name];
      const before = cpuMilliseconds(pids);
      const { perSecond, p50, p99, total } = await run(round < 0);
      const cpu = (cpuMilliseconds(pids) - before) / total;
      if (round >= 0) taken.get(name)?.push({ perSecond, p50, p99, cpu });
    }
  }
  const of = (name: N) => {
    const list = taken.get(name) ?? [];
    const middle = (what: keyof Taken) => median(list.map((one) => one[what]));
    return { perSecond: middle('perSecond'), cpu: middle('cpu'), p50: middle('p50'), p99: middle('p99') };
  };
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<N, Taken>;
}

/** The rows of a call through the gateway beside the same work done bare. */
export function besideBare(
  what: string,
  { gateway, bare }: { gateway: Taken; bare: Taken },
  options: { goal?: string; atLeast?: number; note?: string } = {},
): Row[] {
  const { goal, atLeast, note } = options;
  return [
    { what: `${what}, through the gateway`, value: gateway.perSecond, unit: '/s', ...(note && { note }) },
    { what: `${what}, bare`, value: bare.perSecond, unit: '/s' },
    {
      what: `${what}, gateway against bare`,
      value: gateway.perSecond / bare.perSecond,
      unit: 'x',
      of: { measured: gateway.perSecond, limit: bare.perSecond, unit: '/s' },
      ...(goal && { goal }),
      ...(atLeast !== undefined && { wanted: { atLeast } }),
    },
    { what: `${what}, CPU, gateway and service`, value: gateway.cpu, unit: 'ms' },
    { what: `${what}, CPU, bare`, value: bare.cpu, unit: 'ms' },
    {
      what: `${what}, CPU against bare`,
      value: gateway.cpu / bare.cpu,
      unit: 'x',
      of: { measured: gateway.cpu, limit: bare.cpu, unit: 'ms' },
    },
    { what: `${what}, p99 through the gateway`, value: gateway.p99, unit: 'ms' },
  ];
}
