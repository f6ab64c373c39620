import { createPrivateKey } from 'node:crypto';
import { IDENTITY_HEADER } from '@gerbang/contracts/identity';
import type { Stack } from '@gerbang/local/stack';
import { createSigner } from '@gerbang/service-kit/http/identity';
import type { Account } from './accounts.ts';
import type { BareStack } from './bare/stack.ts';
import { expectOnly, load } from './load.ts';
import { cpuMilliseconds, median } from './numbers.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';

const CONNECTIONS = 64;

/** P1: the authenticated read through the gateway, at the service itself, and through the bare stack, in turns. */
export async function measureReads(
  stack: Stack,
  bare: BareStack,
  account: Account,
  rounds: number,
  seconds: number,
): Promise<Row[]> {
  const pem = Buffer.from(stack.secrets.identityPrivateKey, 'base64').toString();
  const sign = createSigner(createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }).toString());
  const identity = () =>
    sign({ sub: account.id, role: 'wali_murid', sid: 'bench', mcp: false, ip: '127.0.0.1' }, 'auth');
  const ways = {
    gateway: {
      url: stack.url,
      headers: () => ({ cookie: account.cookie }),
      pids: [stack.pid('gateway'), stack.pid('auth')],
    },
    direct: {
      url: stack.serviceUrls.auth,
      headers: () => ({ [IDENTITY_HEADER]: identity() }),
      pids: [stack.pid('auth')],
    },
    bare: { url: bare.url, headers: () => ({ cookie: bare.cookies[0] ?? '' }), pids: bare.pids },
  };
  const measured = Object.fromEntries(
    Object.keys(ways).map((name) => [
      name,
      { perSecond: [] as number[], cpu: [] as number[], p99: [] as number[] },
    ]),
  );
  for (let round = isTiny() ? 0 : -1; round < rounds; round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      const before = cpuMilliseconds(way.pids);
      const result = expectOnly(
        await load({
          url: way.url,
          connections: CONNECTIONS,
          seconds: round < 0 ? 2 : seconds,
          requests: [{ method: 'GET', path: '/api/user', headers: way.headers() }],
        }),
        '200',
      );
      if (round < 0) continue; // warms up
      measured[name]?.perSecond.push(result.perSecond);
      measured[name]?.p99.push(result.p99);
      measured[name]?.cpu.push((cpuMilliseconds(way.pids) - before) / result.total);
    }
  }
  const of = (name: string, what: 'perSecond' | 'cpu' | 'p99') => median(measured[name]?.[what] ?? []);
  const note = `GET /api/user, ${CONNECTIONS} connections, median of ${rounds}`;
  return [
    { what: 'read through the gateway', value: of('gateway', 'perSecond'), unit: '/s', note },
    { what: 'read at the service itself', value: of('direct', 'perSecond'), unit: '/s' },
    { what: 'read through the bare stack', value: of('bare', 'perSecond'), unit: '/s' },
    {
      goal: 'P1',
      what: 'authenticated read, gateway against bare',
      value: of('gateway', 'perSecond') / of('bare', 'perSecond'),
      unit: 'x',
      of: { measured: of('gateway', 'perSecond'), limit: of('bare', 'perSecond'), unit: '/s' },
      wanted: { atLeast: 0.7 },
    },
    {
      what: 'gateway against the service itself',
      value: of('gateway', 'perSecond') / of('direct', 'perSecond'),
      unit: 'x',
    },
    { what: 'CPU of a read, gateway and service', value: of('gateway', 'cpu'), unit: 'ms' },
    { what: 'CPU of a read, bare stack', value: of('bare', 'cpu'), unit: 'ms' },
    {
      goal: 'P1',
      what: 'authenticated read, CPU against bare',
      value: of('gateway', 'cpu') / of('bare', 'cpu'),
      unit: 'x',
      of: { measured: of('gateway', 'cpu'), limit: of('bare', 'cpu'), unit: 'ms' },
      wanted: { atMost: 1.4 },
    },
    { what: 'p99 of a read through the gateway', value: of('gateway', 'p99'), unit: 'ms' },
  ];
}
