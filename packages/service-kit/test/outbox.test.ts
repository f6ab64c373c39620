import { createLogger } from '../src/program/logger.ts';
import { createBus, type Bus } from '../src/events/bus.ts';
import type { BusJob } from '../src/events/bus-job.ts';
import { startConsumers } from '../src/events/consumers.ts';
import { createDatabase, type Database } from '../src/data/database.ts';
import { makeTables } from '../src/data/begin.ts';
import { createOutbox } from '../src/events/outbox.ts';
import { startRelay } from '../src/events/relay.ts';
import { PATIENCE, testDatabase } from '../src/testing/databases.ts';
import { testSealer } from '../src/testing/identity.ts';
import { until } from '../src/testing/until.ts';

const logger = createLogger('test', 'silent');
const sealer = testSealer();
const outbox = createOutbox(sealer);
const user = '019a0000-0000-7000-8000-000000000001';

describe('outbox, queue on PostgreSQL, consumers', () => {
  let own: Awaited<ReturnType<typeof testDatabase>>;
  let queue: Awaited<ReturnType<typeof testDatabase>>;
  let database: Database;
  let bus: Bus;
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    own = await testDatabase('kit');
    queue = await testDatabase('kitqueue');
    await makeTables(own.knex, 'kit');
    await own.knex.raw('create table effects (user_id text, epoch int)');
    database = createDatabase(own.url, PATIENCE);
    bus = createBus({ queueDatabaseUrl: queue.url }, logger);
  });

  afterAll(async () => {
    for (const stop of stops) await stop();
    await bus.close();
    await database.close();
    await own.drop();
    await queue.drop();
  });

  test('when the transaction rolls back, then no row is left to send', async () => {
    await expect(
      database.transaction(async (trx) => {
        await outbox.publish(trx, 'sessions.revoked', { userId: user, epoch: 1 });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await own.knex('outbox_events')).toEqual([]);
  });

  test('when events are published and two relays run, then each has exactly one effect, also where one is repeated', async () => {
    for (let epoch = 1; epoch <= 40; epoch += 1) {
      await database.transaction((trx) => outbox.publish(trx, 'sessions.revoked', { userId: user, epoch }));
    }
    const relays = [1, 2].map(() => startRelay({ url: own.url, database, bus, logger }));
    stops.push(...relays.map((relay) => () => relay.close()));
    let failures = 3;
    startConsumers({
      bus,
      database,
      sealer,
      queue: 'gateway',
      handlers: {
        'sessions.revoked': async (trx, payload) => {
          await trx('effects').insert({ user_id: payload.userId, epoch: payload.epoch });
          failures -= 1;
          if (failures >= 0) throw new Error('a passing fault');
        },
      },
    });
    await until(async () => Number((await own.knex('effects').count('* as n').first())?.n) === 40);
    const [row] = await own.knex('outbox_events').limit(1);
    const again: BusJob = { id: row.id, type: row.type, version: 1, sealed: row.sealed };
    await bus.add('gateway', again, { jobId: `again-${row.id}` });
    await until(async () => {
      const { waiting = 0, active = 0, delayed = 0 } = await bus.counts('gateway');
      return waiting + active + delayed === 0;
    });
    const effects = await own.knex('effects').select('epoch');
    expect(effects.map((effect) => effect.epoch).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_unused, index) => index + 1),
    );
    // An event may act before the relay's own transaction ends.
    await until(async () => (await own.knex('outbox_events').whereNull('relayed_at')).length === 0);
  });

  test('when an outbox row is read from the database, then its payload is sealed and does not open elsewhere', async () => {
    const [row] = await own.knex('outbox_events').limit(1);
    expect(row.sealed).not.toContain(user);
    expect(() => sealer.open(row.sealed, `event:${row.type}:${user}`)).toThrow('authenticate');
  });
});
