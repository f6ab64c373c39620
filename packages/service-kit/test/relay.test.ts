import { createBus } from '../src/bus.ts';
import { createLogger } from '../src/logger.ts';
import { createMetrics } from '../src/metrics.ts';
import { startRelay } from '../src/outbox.ts';
import { testDatabase } from '../src/testing/databases.ts';
import { openQueueStory, until } from './queue-story.ts';

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

  test('N12 when the relay starts only after the commit, then the event is sent', async () => {
    await story.publish(1);
    story.consume();
    story.relay();
    await until(async () => (await story.effects()).length === 1);
    expect(await story.effects()).toEqual([1]);
  });

  test('when relaying was undone after the queue had the event, then it is sent again and acts once', async () => {
    story.consume();
    story.relay();
    await story.publish(1);
    await until(async () => (await story.effects()).length === 1);
    await story.own.knex('outbox').update({ relayed_at: null });
    await until(async () => (await story.own.knex('outbox').whereNull('relayed_at')).length === 0);
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

  test('G20 when an event waits, then its age can be read from the metrics', async () => {
    await story.publish(1);
    await story.own.knex.raw("update outbox set created_at = now() - interval '1 minute'");
    const away = createBus({ queueDatabaseUrl: 'postgres://nobody@127.0.0.1:1/nothing' }, logger);
    const metrics = createMetrics('relay');
    const { own, database } = story;
    const relay = startRelay({ url: own.url, database, bus: away, logger, metrics });
    const close = await metrics.listen('127.0.0.1', 39_106);
    const text = await (await fetch('http://127.0.0.1:39106/metrics')).text();
    await close();
    await relay.close();
    await away.close();
    expect(
      Number(/^outbox_age_seconds\{[^}]*\} (?<age>\S+)$/mu.exec(text)?.groups?.age),
    ).toBeGreaterThanOrEqual(60);
    expect(await own.knex('outbox').whereNull('relayed_at')).toHaveLength(1);
  });
});
