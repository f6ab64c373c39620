import { inWords, metersOf, watched } from './figures.ts';
import { expectOnly, load } from './load.ts';
import { startReplicas } from './replicas.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { isTiny } from './settings.ts';

const FAMILIES = 16;
const READERS = 64;
const WARM_UP_SECONDS = 2;
/**
 * Two cores have no room for many processes beside the load and the stores: each may use a part of a core, so that the
 * figures show what more processes add, and not what the machine lacks.
 */
const SHARES = { gatewayShare: 0.1, serviceShare: 0.15 };
const ONE = { gateway: 1, auth: 1, admission: 1 };
const TWO = { gateway: 2, auth: 2, admission: 2 };

/** P11: how reads grow from one gateway and one of each service to two behind a balancer, and which process is full first. */
export async function measureScaling(bench: Bench): Promise<Row[]> {
  const families = (await bench.families()).slice(0, FAMILIES);
  const cookies = families.map(({ cookie }) => cookie);
  const one = await readsBy(bench, ONE, cookies);
  const two = await readsBy(bench, TWO, cookies);
  return [
    { what: 'reads, one of each', value: one.perSecond, unit: '/s', note: one.note },
    { what: 'reads, two of each', value: two.perSecond, unit: '/s', note: two.note },
    {
      goal: 'P11',
      what: 'scaling, reads, two of each against one',
      value: two.perSecond / one.perSecond,
      unit: 'x',
      of: { measured: two.perSecond, limit: one.perSecond, unit: '/s' },
      wanted: { atLeast: 1.7 },
    },
  ];
}

async function readsBy(bench: Bench, counts: typeof ONE, cookies: readonly string[]) {
  const replicas = await startReplicas(bench, { counts, ...SHARES });
  const requests = cookies.map((cookie) => ({
    method: 'GET',
    path: '/api/registrations',
    headers: { cookie },
  }));
  const run = async (seconds: number) =>
    expectOnly(await load({ url: replicas.url, connections: READERS, seconds, requests }), '200');
  try {
    // They are limited only when they are warm.
    if (!isTiny()) await run(WARM_UP_SECONDS);
    const limits = replicas.limit()
      ? `each held to ${SHARES.gatewayShare} and ${SHARES.serviceShare} core`
      : 'no limits';
    const meters = [...replicas.meters, ...metersOf(bench.stack(), [], bench.redisPid)];
    const { result, cores } = await watched(meters, () => run(bench.seconds));
    return { perSecond: result.perSecond, note: `${limits}; p99 ${result.p99} ms; ${inWords(cores)}` };
  } finally {
    await replicas.stop();
  }
}
