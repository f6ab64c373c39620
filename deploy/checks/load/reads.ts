import { startBare } from './bare/stack.ts';
import type { Bench, Parent } from './runner.ts';
import type { Row } from './report.ts';
import { besideBare, inTurns, portalSide, rateAgainstBare, reading } from './turns.ts';

const READERS = 64;

const cookiesOf = (parents: readonly Parent[]) => parents.map(({ cookie }) => cookie);

/** P1: the authenticated read through the gateway and through the bare stack, in turns. */
export async function measureReads(bench: Bench): Promise<Row[]> {
  const accounts = await bench.crowd();
  const options = { seconds: bench.seconds, connections: READERS };
  const bare = await startBare(bench, { userIds: accounts.map(({ id }) => id) });
  try {
    const figures = await inTurns(
      {
        portal: reading(portalSide(bench, ['auth'], cookiesOf(accounts)), ['/api/user'], options),
        bare: reading(bare, ['/api/user'], options),
      },
      bench.rounds,
    );
    const what = 'authenticated read';
    const note = `GET /api/user, ${READERS} connections, ${accounts.length} sessions`;
    return [
      rateAgainstBare(what, figures, 'P1', 0.7),
      ...besideBare(what, figures, { goal: 'P1', cpuAtMost: 1.5, note }),
      { what: 'bare read', value: figures.bare.perSecond, unit: '/s' },
    ];
  } finally {
    await bare.stop();
  }
}

/** P2: everything that a parent's dashboard shows at first, in one read. */
export async function measureDashboard(bench: Bench): Promise<Row[]> {
  const families = await bench.crowd();
  const bare = await startBare(bench, { userIds: families.map(({ id }) => id) });
  try {
    const services = ['auth', 'admission', 'announcement', 'billing'] as const;
    const portal = portalSide(bench, services, cookiesOf(families));
    const figures = await inTurns(
      {
        portal: reading(portal, ['/api/dashboard'], bench),
        bare: reading(bare, ['/api/user'], bench),
      },
      bench.rounds,
    );
    const alone = { ...bench, connections: 1 };
    const one = await inTurns(
      { portal: reading(portal, ['/api/dashboard'], alone), bare: reading(bare, ['/api/user'], alone) },
      bench.rounds,
    );
    const note = `${families.length} families with a child each`;
    return [
      ...besideBare('dashboard', figures, { goal: 'P2', cpuAtMost: 2.5, note }),
      {
        goal: 'P2',
        what: 'dashboard, time against the bare read, one connection',
        value: one.bare.perSecond / one.portal.perSecond,
        unit: 'x',
        of: { measured: 1000 / one.portal.perSecond, limit: 1000 / one.bare.perSecond, unit: 'ms' },
        wanted: { atMost: 1.3 },
      },
    ];
  } finally {
    await bare.stop();
  }
}
