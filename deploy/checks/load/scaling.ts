import { inWords, metersOf, watched } from './figures.ts';
import { expectOnly, load } from './load.ts';
import type { Bench } from './runner.ts';
import { startReplicas } from './replicas.ts';
import type { Row } from './report.ts';
import { isTiny } from './settings.ts';

const CONNECTIONS = 64;
const FAMILIES = 16;
const WARM_UP_SECONDS = 2;
/**
 * Two cores have no room for many processes beside the load and the stores: each may use a part of a core, so that the
 * figures show what more processes add, and not what the machine lacks.
 */
const SHARES = { gatewayShare: 0.1, serviceShare: 0.15 };
/** Gateways and services: two processes, then four. */
const [ONE, TWO] = [1, 2];
const LINEAR = 1.7;

/** P11: how the throughput of reads grows from one gateway and one service to two of each. */
export async function measureScaling(bench: Bench): Promise<Row[]> {
  const families = (await bench.families()).slice(0, FAMILIES);
  const requests = families.map(({ cookie }) => ({
    method: 'GET',
    path: '/api/registrations',
    headers: { cookie },
  }));
  const measured = async (each: number) => {
    const replicas = await startReplicas(bench, { gateways: each, services: each, ...SHARES });
    const read = async (seconds: number) =>
      expectOnly(await load({ url: replicas.url, connections: CONNECTIONS, seconds, requests }), '200');
    try {
      // They are limited only when they are warm.
      if (!isTiny()) await read(WARM_UP_SECONDS);
      const isLimited = replicas.limit();
      const meters = [...replicas.meters, ...metersOf(bench.stack(), [], bench.redisPid)];
      const { result, cores } = await watched(meters, () => read(bench.seconds));
      const limits = isLimited
        ? `each held to ${SHARES.gatewayShare} and ${SHARES.serviceShare} core`
        : 'no limits';
      const note = `${limits}; p99 ${result.p99} ms; ${inWords(cores)}`;
      return { perSecond: result.perSecond, note };
    } finally {
      await replicas.stop();
    }
  };
  const two = await measured(ONE);
  const four = isTiny() ? two : await measured(TWO);
  return [
    { what: 'scaling, one gateway and one service', value: two.perSecond, unit: '/s', note: two.note },
    { what: 'scaling, two of each', value: four.perSecond, unit: '/s', note: four.note },
    {
      goal: 'P11',
      what: 'scaling, reads, from two processes to four',
      value: four.perSecond / two.perSecond,
      unit: 'x',
      of: { measured: four.perSecond, limit: two.perSecond, unit: '/s' },
      wanted: { atLeast: LINEAR },
      note: "either this or the foundation's figures are enough",
    },
  ];
}
