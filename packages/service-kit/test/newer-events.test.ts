import type { EventType } from '@gerbang/contracts/events';
import { uuidv7 } from 'uuidv7';
import { startConsumers } from '../src/events/consumers.ts';
import { eventAad } from '../src/events/outbox.ts';
import { createBus } from '../src/events/bus.ts';
import { createDatabase } from '../src/data/database.ts';
import { makeTables } from '../src/data/begin.ts';
import { createLogger } from '../src/program/logger.ts';
import { PATIENCE, testDatabase } from '../src/testing/databases.ts';
import { testSealer } from '../src/testing/identity.ts';
import { until } from '../src/testing/until.ts';

const user = '019a0000-0000-7000-8000-000000000001';

describe('events of a newer release', () => {
  const plain = testSealer();
  let looks = 0;
  const sealer = {
    ...plain,
    open: (...args: Parameters<typeof plain.open>) => {
      looks += 1;
      return plain.open(...args);
    },
  };
  const logger = createLogger('test', 'silent');
  let queue: Awaited<ReturnType<typeof testDatabase>>;
  let own: Awaited<ReturnType<typeof testDatabase>>;
  let undo: (() => Promise<unknown>)[];

  /** A program with its own bus and handlers, which notes what it handled. */
  function program(types: readonly EventType[]) {
    const bus = createBus({ queueDatabaseUrl: queue.url }, logger);
    const database = createDatabase(own.url, PATIENCE);
    const handled: string[] = [];
    const note = async (_trx: unknown, payload: unknown) => {
      handled.push(JSON.stringify(payload));
    };
    const handlers = Object.fromEntries(types.map((type) => [type, note]));
    const worker = startConsumers({ bus, database, sealer, queue: 'gateway', handlers });
    const close = async () => {
      await worker.close();
      await bus.close();
      await database.close();
    };
    undo.push(close);
    return { bus, handled, close };
  }

  const job = (type: string, payload: unknown) => {
    const id = uuidv7();
    return { id, type, version: 1, sealed: sealer.seal(payload, eventAad(type, id)) };
  };

  beforeEach(async () => {
    undo = [];
    queue = await testDatabase('newer_queue');
    own = await testDatabase('newer');
    await makeTables(own.knex, 'kit');
  });
  afterEach(async () => {
    await Promise.all(undo.map((close) => close()));
    await Promise.all([queue.drop(), own.drop()]);
  });

  test('when an older program meets a type that it does not know, then it leaves it, goes on with the others, and the newer one handles it once', async () => {
    const older = program(['sessions.revoked']);
    await older.bus.add('gateway', job('login.phone.released', { userId: user, version: 7 }));
    await older.bus.add('gateway', job('sessions.revoked', { userId: user, epoch: 1 }));
    await until(() => older.handled.length === 1);
    await until(async () => (await older.bus.counts('gateway')).delayed === 1);
    expect(older.handled).toEqual([JSON.stringify({ userId: user, epoch: 1 })]);
    const newer = program(['sessions.revoked', 'login.phone.released']);
    await older.close();
    undo = [newer.close];
    await until(() => newer.handled.length === 1);
    expect(newer.handled).toEqual([JSON.stringify({ userId: user, version: 7 })]);
    const { delayed, failed, waiting } = await newer.bus.counts('gateway');
    expect([delayed, failed, waiting]).toEqual([0, 0, 0]);
  });

  test('when a known type has a shape that it does not know, then the event waits, is no failed attempt, and is not marked', async () => {
    const { bus, handled } = program(['sessions.revoked']);
    await bus.add('gateway', job('sessions.revoked', { userId: user, epoch: 'of the next release' }));
    await until(async () => (await bus.counts('gateway')).delayed === 1);
    const before = looks;
    await until(() => looks > before);
    await until(async () => (await bus.counts('gateway')).delayed === 1);
    expect([handled, (await bus.counts('gateway')).failed]).toEqual([[], 0]);
    expect(await own.knex('processed_events')).toEqual([]);
  });
});
