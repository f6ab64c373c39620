import { expectOnly, load } from './load.ts';
import type { Bench } from './measurement.ts';
import type { Row } from './report.ts';
import { inTurns, type Way } from './turns.ts';

const CONNECTIONS = 16;

/** P2: everything that a parent's dashboard shows at first, in one read, beside one authenticated read. */
export async function measureDashboard(bench: Bench): Promise<Row[]> {
  const stack = bench.stack();
  const [family] = await bench.families();
  if (!family) throw new Error('No family');
  const way = (path: string, service: 'auth' | 'admission'): Way => ({
    pids: [stack.pid('gateway'), stack.pid(service)],
    run: async (warmUp) => {
      const requests = [{ method: 'GET', path, headers: { cookie: family.account.cookie } }];
      const seconds = warmUp ? 2 : bench.seconds;
      return expectOnly(await load({ url: stack.url, connections: CONNECTIONS, seconds, requests }), '200');
    },
  });
  const { dashboard, user } = await inTurns(
    { dashboard: way('/api/dashboard', 'admission'), user: way('/api/user', 'auth') },
    bench.rounds,
  );
  const note = `${CONNECTIONS} connections; two children, two registrations`;
  return [
    { what: 'GET /api/dashboard', value: dashboard.perSecond, unit: '/s', note },
    { what: 'GET /api/user', value: user.perSecond, unit: '/s' },
    {
      goal: 'P2',
      what: 'time of the dashboard against one read',
      value: user.perSecond / dashboard.perSecond,
      unit: 'x',
      of: { measured: 1000 / dashboard.perSecond, limit: 1000 / user.perSecond, unit: 'ms' },
      wanted: { atMost: 2 },
    },
    { what: 'CPU of the dashboard against one read', value: dashboard.cpu / user.cpu, unit: 'x' },
    { what: 'p50 of the dashboard', value: dashboard.p50, unit: 'ms' },
    { what: 'p99 of the dashboard', value: dashboard.p99, unit: 'ms' },
  ];
}
