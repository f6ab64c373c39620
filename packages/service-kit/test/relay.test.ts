import type { Bus } from '../src/events/bus.ts';
import { deleteOldProcessedEvents } from '../src/events/consumers.ts';
import { saveNewer } from '../src/data/copies.ts';
import { createLogger } from '../src/program/logger.ts';
import { createMetrics } from '../src/program/metrics.ts';
import { startRelay } from '../src/events/relay.ts';
import { testDatabase } from '../src/testing/databases.ts';
import { openQueueStory, expectCounts, expectGivenUpJobsReturn } from './queue-story.ts';
import { until } from '../src/testing/until.ts';

const logger = createLogger('test', 'silent');

describe('relay and consumers on PostgreSQL', () => {
  let queue: Awaited<ReturnType<typeof testDatabase>>;
  let story: Awaited<ReturnType<typeof openQueueStory>>;
  beforeEach(async () => {
    queue = await testDatabase('storyqueue');
    story = await openQueueStory({ queueDatabaseUrl: queue.url });
  });
  afterEach(async () => {
    await story.close();
    await queue.drop();
  });

  test('when the relay starts only after the commit, then the event is sent', async () => {
    await story.publish(1);
    story.consume();
    story.relay();
    await until(async () => (await story.effects()).length === 1);
    expect(await story.effects()).toEqual([1]);
  });

  test('when the store starts again, then what it had last is sent again; when it was emptied, then everything', async () => {
    const { own, database } = story;
    let life = 'first/1';
    let sent: string[] = [];
    const bus = {
      generation: async () => life,
      addAll: async (_queue: string, jobs: readonly { id: string }[]) =>
        void sent.push(...jobs.map(({ id }) => id)),
    } as unknown as Bus;
    const relay = startRelay({ url: own.url, database, bus, logger });
    for (let epoch = 1; epoch <= 3; epoch += 1) await story.publish(epoch);
    await until(() => sent.length === 3);
    await until(async () => (await own.knex('outbox_events').whereNull('relayed_at')).length === 0);
    const [old] = sent;
    await own
      .knex('outbox_events')
      .where({ id: old })
      .update({ relayed_at: own.knex.raw("now() - interval '1 minute'") });

    const again = async (next: string) => {
      const before = sent;
      sent = [];
      life = next;
      relay.wake();
      await until(async () => (await own.knex('outbox_events').whereNot({ relayed_to: next })).length === 0);
      await until(async () => (await own.knex('outbox_events').whereNull('relayed_at')).length === 0);
      return before;
    };
    const all = await again('first/2');
    expect(sent.toSorted()).toEqual(all.slice(1).toSorted());
    await again('first/2');
    expect(sent).toEqual([]);
    await again('second/1');
    expect(sent.toSorted()).toEqual(all.toSorted());
    await relay.close();
  });

  test('when relaying was undone after the queue had the event, then it is sent again and acts once', async () => {
    story.consume();
    story.relay();
    await story.publish(1);
    await until(async () => (await story.effects()).length === 1);
    await story.own.knex('outbox_events').update({ relayed_at: null });
    await until(async () => (await story.own.knex('outbox_events').whereNull('relayed_at')).length === 0);
    await story.publish(2);
    await until(async () => (await story.effects()).includes(2));
    expect(await story.effects()).toEqual([1, 2]);
  });

  test('when a handler fails, then its effect is rolled back and the event is tried again', async () => {
    let failures = 2;
    story.consume(() => {
      failures -= 1;
      if (failures >= 0) throw new Error('a passing fault');
    });
    story.relay();
    await story.publish(1);
    await until(() => failures < 0);
    await until(async () => (await story.effects()).length === 1);
    expect(await story.own.knex('processed_events')).toHaveLength(1);
  });

  test('when BullMQ gave a job up for good, then it comes back under a new id and acts once', async () => {
    await expectGivenUpJobsReturn(story);
  });

  test('when jobs wait, are late, at work or given up, then the figures say how many', () =>
    expectCounts(story));

  test('when a worker dies with its job more often than BullMQ allows, then the job comes back and acts', async () => {
    await story.publish(1);
    story.relay();
    await until(async () => (await story.bus.depth('gateway')) === 1);
    // As a job of a killed worker looks that was stalled too often before.
    await queue.knex.raw(`update bullmq.job set state = 'active', stalled_count = 20, stalled_marked = true,
      lock_token = 'gone', locked_until_ms = 1`);
    story.consume();
    await until(async () => (await story.bus.reviveFailed('gateway', 0)) === 1);
    await until(async () => (await story.effects()).length === 1);
  });

  test('when worked events are swept, then only those of long ago go, however many', async () => {
    const { knex } = story.own;
    await knex.raw(`insert into processed_events (id, type, processed_at)
      select gen_random_uuid(), 'sessions.revoked', now() - interval '31 days' from generate_series(1, 12001)`);
    await knex.raw(`insert into processed_events (id, type, processed_at)
      select gen_random_uuid(), 'sessions.revoked', now() - interval '29 days' from generate_series(1, 3)`);
    const swept = await Promise.all([deleteOldProcessedEvents(knex), deleteOldProcessedEvents(knex)]);
    expect(swept[0] + swept[1]).toBe(12_001);
    expect(await knex('processed_events')).toHaveLength(3);
  });

  test('when versions of a copy come in any order and side by side, then the highest stays', async () => {
    const { own, database } = story;
    await own.knex.raw('create table copies (id uuid primary key, version bigint not null, name text)');
    const id = '019a0000-0000-7000-8000-000000000009';
    const versions = [3, 1, 5, 2, 4, 5];
    const save = (...rows: Parameters<typeof saveNewer>[2]) =>
      database.transaction((trx) => saveNewer(trx, 'copies', rows));
    const written = await Promise.all(versions.map((version) => save({ id, version, name: `v${version}` })));
    expect(await own.knex('copies')).toEqual([{ id, version: '5', name: 'v5' }]);
    expect(written.filter((_one, at) => versions[at] === 5)).toEqual(expect.arrayContaining([[id], []]));
    expect(await save({ id, version: 5, name: 'again' })).toEqual([]);
    expect(await save({ id, version: 6, name: 'newer' })).toEqual([id]);
    expect(await save()).toEqual([]);
  });

  test('when the queue is away, then the age and the number of the events that wait rise, and fall when it is back', async () => {
    await story.publish(1);
    await story.own.knex.raw("update outbox_events set created_at = now() - interval '1 minute'");
    const { own, database } = story;
    const metrics = createMetrics('relay');
    let away = true;
    const bus = {
      generation: async () => 'first/1',
      addAll: async () => {
        if (away) throw new Error('away');
      },
    } as unknown as Bus;
    const relay = startRelay({ url: own.url, database, bus, logger, metrics });
    const figure = async (name: string) =>
      Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'mu').exec(await metrics.text())?.[1]);
    const age = await figure('outbox_age_seconds');
    expect(age).toBeGreaterThanOrEqual(60);
    expect(await figure('outbox_waiting')).toBe(1);
    await story.publish(2);
    await until(async () => (await figure('outbox_age_seconds')) > age);
    expect(await figure('outbox_waiting')).toBe(2);
    away = false;
    await until(async () => (await figure('outbox_waiting')) === 0);
    expect(await figure('outbox_age_seconds')).toBe(0);
    await relay.close();
  });
});
