import { makeTables } from '@gerbang/service-kit/data/begin';
import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { until } from '@gerbang/service-kit/testing/until';
import { code, delivered, expectKillsSurvived, KILLS_MS, SHORT } from './worker-kills.ts';
import { openWorkerProgram } from './worker-program.ts';

describe('the program of the worker', () => {
  let world: Awaited<ReturnType<typeof openWorkerProgram>>;
  beforeEach(async () => {
    world = await openWorkerProgram();
  });
  afterEach(() => world.close());

  /** The provider has the one request that it is slow to answer. */
  const onItsWay = () => until(() => world.simulator.control.state().slow?.times === 0);

  test(
    'when the worker is killed again and again while it sends, then every message arrives, and a second send is known and rare',
    async () => {
      await expectKillsSurvived(world, SHORT);
    },
    KILLS_MS,
  );

  test(
    'when the worker is killed while a code is on its way and comes back after its life, then the code is not sent again and erased',
    async () => {
      world.simulator.control.order({ webhooks: 'none', slow: { ms: 1500, times: 1 } });
      const [id] = await world.ask([code(1)]);
      const first = await world.start();
      await onItsWay();
      await world.end(first, 'SIGKILL');
      await until(() => world.simulator.inbox.list().length === 1);
      for (let times = 0; times < 5; times += 1) await world.passTime();
      const second = await world.start();
      await until(async () => (await world.knex('notifications').where({ id }).first())?.status === 'failed');
      const row = await world.knex('notifications').where({ id }).first();
      expect({ reason: row.reason, params: row.params_sealed }).toEqual({ reason: 'expired', params: null });
      expect(world.simulator.inbox.list()).toHaveLength(1);
      await world.end(second, 'SIGKILL');
    },
    KILLS_MS,
  );

  test(
    'when no report comes for a code that was on its way, then it is sent once more inside its life, and the row says so',
    async () => {
      world.simulator.control.order({ webhooks: 'none', slow: { ms: 1500, times: 1 } });
      const [id] = await world.ask([code(2)]);
      const first = await world.start();
      await onItsWay();
      await world.end(first, 'SIGKILL');
      await world.passTime();
      const second = await world.start();
      await until(async () => (await world.knex('notifications').where({ id }).first())?.status === 'sent');
      await until(() => world.simulator.inbox.list().length === 2);
      expect((await world.knex('notifications').where({ id }).first()).unknowns).toBe(1);
      await world.end(second, 'SIGKILL');
    },
    KILLS_MS,
  );

  test(
    'when the asking process is killed between its commit and its relay, then after the restart every message goes, once',
    async () => {
      world.simulator.control.order({ pauseMs: 5 });
      const asker = await testDatabase('asker');
      await makeTables(asker.knex, 'kit');
      const printed: number[] = [];
      const launch = (mode: string, first: number) => {
        const child = world.launch('asker-program.ts', {
          DATABASE_URL: asker.url,
          MODE: mode,
          FIRST: String(first),
        });
        child.stdout?.on('data', (lines: Buffer) =>
          printed.push(...lines.toString().trim().split('\n').map(Number)),
        );
        return child;
      };
      const dead = launch('commit', 1);
      await until(() => dead.signalCode === 'SIGKILL');
      expect(await asker.knex('outbox_events').whereNull('relayed_at')).toHaveLength(5);
      for (let kill = 1; kill <= 3; kill += 1) {
        const more = printed.length + 1 + Math.floor(Math.random() * 10);
        const running = launch('ask', kill * 1000);
        await until(() => printed.length >= more);
        await world.end(running, 'SIGKILL');
      }
      const worker = await world.start();
      const relay = launch('relay', 0);
      const committed = await asker.knex('outbox_events').select('id');
      expect(committed.length).toBeGreaterThanOrEqual(printed.length);
      await until(async () => (await delivered(world)) === committed.length);
      // A message may arrive before the relay's own transaction ends.
      await until(async () => (await asker.knex('outbox_events').whereNull('relayed_at')).length === 0);
      const recipients = world.simulator.inbox.list().map(({ to }) => to);
      expect(recipients).toHaveLength(committed.length);
      expect(new Set(recipients)).toEqual(
        new Set([...recipients, ...printed.map((at) => `+62816${String(at).padStart(8, '0')}`)]),
      );
      await world.end(relay, 'SIGKILL');
      await world.end(worker, 'SIGKILL');
      await asker.drop();
    },
    KILLS_MS,
  );
});
