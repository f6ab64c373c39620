import { SUBSCRIPTIONS } from '@gerbang/contracts/event-queues';
import type { Bus } from '../src/events/bus.ts';
import { createLogger } from '../src/program/logger.ts';
import { createOutbox } from '../src/events/outbox.ts';
import { startRelay } from '../src/events/relay.ts';
import { testSealer } from '../src/testing/identity.ts';
import { openQueueStory } from './queue-story.ts';
import { until } from '../src/testing/until.ts';

const logger = createLogger('test', 'silent');
const outbox = createOutbox(testSealer());
const id = '019a0000-0000-7000-8000-000000000001';
const account = {
  id,
  name: 'Siti',
  role: 'wali_murid',
  phone: null,
  active: true,
  version: 1,
} as const;

describe('where the relay sends an event', () => {
  let story: Awaited<ReturnType<typeof openQueueStory>>;
  let sent: { queue: string; id: string }[];
  let refused: string | null;
  let isKilled: boolean;
  let relay: ReturnType<typeof startRelay>;
  beforeEach(async () => {
    story = await openQueueStory({ queueDatabaseUrl: 'postgres://unused' });
    sent = [];
    refused = null;
    isKilled = false;
    const bus = {
      generation: async () => 'first/1',
      addAll: async (queue: string, jobs: readonly { id: string }[]) => {
        if (queue === refused) throw new Error('away');
        if (isKilled) {
          isKilled = false;
          await story.own.knex.raw(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and state = 'idle in transaction' and query like '%set relayed_at = now()%'`,
          );
        }
        sent.push(...jobs.map((job) => ({ queue, id: job.id })));
      },
    } as unknown as Bus;
    relay = startRelay({ url: story.own.url, database: story.database, bus, logger });
  });
  afterEach(async () => {
    await relay.close();
    await story.close();
  });
  const waiting = (table = 'outbox_events') => story.own.knex(table).whereNull('relayed_at');

  test('when four queues read an event, then it is one row, and each queue gets it once', async () => {
    await story.database.transaction((trx) => outbox.publish(trx, 'account.changed', account));
    await until(async () => (await waiting()).length === 0);
    const [row, ...others] = await story.own.knex('outbox_events');
    expect(others).toEqual([]);
    expect(sent.toSorted((a, b) => (a.queue < b.queue ? -1 : 1))).toEqual(
      SUBSCRIPTIONS['account.changed'].toSorted().map((queue) => ({ queue, id: row.id })),
    );
  });

  test('when one of its queues does not take an event, then all get it again later, and none misses it', async () => {
    refused = 'billing';
    await story.database.transaction((trx) => outbox.publish(trx, 'account.changed', account));
    await until(() => sent.some(({ queue }) => queue === 'announcement'));
    expect(await waiting()).toHaveLength(1);
    refused = null;
    await until(async () => (await waiting()).length === 0);
    expect(new Set(sent.map(({ queue }) => queue))).toEqual(new Set(SUBSCRIPTIONS['account.changed']));
  });

  test('when the relay dies after the queues have an event and before its mark, then it is sent again under its id', async () => {
    isKilled = true;
    await story.database.transaction((trx) => outbox.publish(trx, 'account.changed', account));
    await until(async () => sent.length >= 8 && (await waiting()).length === 0);
    const [row] = await story.own.knex('outbox_events');
    expect(new Set(sent.map((one) => one.id))).toEqual(new Set([row.id]));
    expect(sent).toHaveLength(8);
  });

  test('when a program of the release before writes its outbox during an update, then its rows are sent', async () => {
    const row = { type: 'account.changed', version: 1, sealed: 'sealed' };
    await story.own.knex('outbox').insert({ ...row, id, queue: 'billing' });
    await until(async () => (await waiting('outbox')).length === 0);
    expect(sent).toEqual([{ queue: 'billing', id }]);
  });

  test('when a newer program writes a topic that this one does not know, then its row waits and holds up no other', async () => {
    const row = { type: 'moon.landed', topic: 'moon.landed', version: 1, sealed: 'sealed' };
    await story.own.knex('outbox_events').insert({ ...row, id });
    await story.database.transaction((trx) => outbox.publish(trx, 'account.changed', account));
    await until(async () => (await waiting()).length === 1);
    expect(await waiting()).toEqual([expect.objectContaining({ topic: 'moon.landed' })]);
  });
});
