import { EVENTS_TOGETHER, type EventPayload } from '@gerbang/contracts/events';
import { uuidv7 } from 'uuidv7';
import type { Bus, BusJob } from '../src/events/bus.ts';
import { startBulkConsumers } from '../src/events/consumers.ts';
import { createOutbox } from '../src/events/outbox.ts';
import { startRelay } from '../src/events/relay.ts';
import { createLogger } from '../src/program/logger.ts';
import { testSealer } from '../src/testing/identity.ts';
import { openQueueStory, until } from './queue-story.ts';

type Account = EventPayload<'account.changed'>;

const accounts = (count: number): Account[] =>
  Array.from({ length: count }, (_unused, at) => ({
    id: uuidv7(),
    name: `Wali ${at}`,
    role: 'wali_murid',
    phone: null,
    active: true,
    version: 1,
  }));

describe('events that travel in waves', () => {
  const sealer = testSealer();
  const outbox = createOutbox(sealer);
  const logger = createLogger('test', 'silent');
  let story: Awaited<ReturnType<typeof openQueueStory>>;
  /** What the relay gave the queues. */
  let sent: { queue: string; job: BusJob }[];
  /** What a queue would do: gives a job to the service. */
  let bring: (job: BusJob) => Promise<void>;
  let refused: string | null;
  let released: () => void;
  let relay: ReturnType<typeof startRelay>;

  beforeEach(async () => {
    story = await openQueueStory({ queueDatabaseUrl: 'postgres://unused' });
    [sent, refused] = [[], null];
    await story.own.knex.raw('create table names (name text not null)');
    const gate = new Promise<void>((resolve) => {
      released = resolve;
    });
    const bus = {
      generation: async () => 'first/1',
      addAll: async (queue: string, jobs: readonly BusJob[]) =>
        void sent.push(...jobs.map((job) => ({ queue, job }))),
      worker: (queue: string, handler: typeof bring) => {
        expect(queue).toBe('billing-bulk');
        bring = handler;
      },
    } as unknown as Bus;
    const { database, own } = story;
    const lane = { run: <T>(work: () => Promise<T>) => gate.then(work), finished: () => undefined };
    relay = startRelay({ url: own.url, database, bus, logger, lane });
    startBulkConsumers({
      bus,
      database,
      sealer,
      queue: 'billing',
      lane: { run: (work) => work() },
      handlers: {
        'account.changed': async (trx, { name }) => {
          if (name === refused) throw new Error('refused');
          await trx('names').insert({ name });
        },
      },
    });
  });
  afterEach(async () => {
    released();
    await relay.close();
    await story.close();
  });

  const names = async () => (await story.own.knex('names').orderBy('name')).map(({ name }) => name as string);
  const publish = (made: readonly Account[]) =>
    story.database.transaction((trx) => outbox.publishMany(trx, 'account.changed', made, { bulk: true }));
  const billing = () => sent.filter(({ queue }) => queue === 'billing-bulk').map(({ job }) => job);

  test('when 120 are published as bulk, then they are three rows, and three jobs a queue', async () => {
    released();
    await publish(accounts(2 * EVENTS_TOGETHER + 20));
    expect(await story.own.knex('outbox_events')).toHaveLength(3);
    await until(() => sent.length === 12);
    for (const job of billing()) await bring(job);
    expect(await names()).toHaveLength(120);
  });

  test('when waves wait for their pace, then what one person did is relayed at once', async () => {
    const [one] = accounts(1) as [Account];
    await publish(accounts(3));
    await story.database.transaction((trx) => outbox.publish(trx, 'account.changed', one));
    await until(() => sent.some(({ queue }) => queue === 'billing'));
    expect(billing()).toEqual([]);
    released();
    await until(() => billing().length === 1);
  });

  test('when a wave comes twice, side by side and later, then each of it acts once', async () => {
    released();
    await publish(accounts(5));
    await until(() => billing().length === 1);
    const [job] = billing() as [BusJob];
    await Promise.all([bring(job), bring(job)]);
    await bring(job);
    expect(await names()).toHaveLength(5);
  });

  test('when one of a wave fails, then the others act, and the wave again makes up for it alone', async () => {
    released();
    refused = 'Wali 1';
    await publish(accounts(4));
    await until(() => billing().length === 1);
    const [job] = billing() as [BusJob];
    await expect(bring(job)).rejects.toThrow('refused');
    expect(await names()).toEqual(['Wali 0', 'Wali 2', 'Wali 3']);
    refused = null;
    await bring(job);
    expect(await names()).toEqual(['Wali 0', 'Wali 1', 'Wali 2', 'Wali 3']);
  });

  test('when the transaction of a wave is rolled back, then none of it is sent', async () => {
    released();
    await expect(
      story.database.transaction(async (trx) => {
        await outbox.publishMany(trx, 'account.changed', accounts(60), { bulk: true });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await story.own.knex('outbox_events')).toEqual([]);
  });
});
