import { longTest } from '@gerbang/domain/testing/runs';
import { Redis } from 'ioredis';
import { createBus } from '../src/events/bus.ts';
import { createLogger } from '../src/program/logger.ts';
import { expectOldClockJobsRun } from './clock-story.ts';
import { openQueueStory, expectCounts, expectGivenUpJobsReturn } from './queue-story.ts';
import { until } from '../src/testing/until.ts';

// A database of its own: other test files use the same Redis at the same time.
const redisUrl = new URL('/5', process.env.TEST_REDIS_URL).href;

describe('queue on Redis', () => {
  let story: Awaited<ReturnType<typeof openQueueStory>>;
  const redis = new Redis(redisUrl);
  beforeEach(async () => {
    await redis.flushdb();
    story = await openQueueStory({ redisUrl });
  });
  afterEach(() => story.close());
  afterAll(async () => {
    await redis.quit();
  });

  test('when events are published and two relays run, then each has exactly one effect, failures apart', async () => {
    const failed = new Set<number>();
    story.consume((epoch) => {
      if (epoch % 10 !== 0 || failed.has(epoch)) return;
      failed.add(epoch);
      throw new Error('a passing fault');
    });
    story.relay();
    story.relay();
    const epochs = Array.from({ length: 40 }, (_unused, index) => index + 1);
    for (const epoch of epochs) await story.publish(epoch);
    await until(async () => (await story.effects()).length === 40);
    expect(await story.effects()).toEqual(epochs);
    expect(failed.size).toBe(4);
  });

  test('when jobs wait, are late, at work or given up, then the figures say how many', () =>
    expectCounts(story));

  test('when Redis loses everything after the relay gave it events, then they come again and act once', async () => {
    story.relay();
    for (let epoch = 1; epoch <= 10; epoch += 1) await story.publish(epoch);
    await until(async () => (await story.bus.depth('gateway')) === 10);
    await redis.flushdb();
    await until(async () => (await story.bus.depth('gateway')) === 10);
    story.consume();
    await until(async () => (await story.effects()).length === 10);
    await redis.flushdb();
    await until(async () => {
      const [row] = await story.own.knex('outbox_events').whereNull('relayed_at').count('* as n');
      return Number(row?.n) === 0 && (await story.bus.generation()) !== '';
    });
    // One more event goes the same way: whatever came again before it is done by then.
    await story.publish(11);
    await until(async () => (await story.effects()).includes(11));
    expect(await story.effects()).toHaveLength(11);
  });

  test('when the life of Redis is asked for, then its generation changes when it is emptied and its run does not', async () => {
    const life = await story.bus.generation();
    expect(life).toMatch(/^[0-9a-f-]{36}\/[0-9a-f]{40}$/u);
    expect(await story.bus.generation()).toBe(life);
    await redis.flushdb();
    const [generation, run] = (await story.bus.generation()).split('/');
    expect([generation === life.split('/')[0], run]).toEqual([false, life.split('/')[1]]);
  });

  longTest('when Redis is away, then adding fails instead of waiting', async () => {
    const away = createBus({ redisUrl: 'redis://127.0.0.1:1' }, createLogger('test', 'silent'));
    const job = { id: 'a', type: 'sessions.revoked', version: 1, sealed: 'x' };
    await expect(away.add('gateway', job)).rejects.toThrow(/answer|connect|closed|writ/iu);
    await away.close();
  });

  test('when BullMQ gave a job up for good, then it comes back under a new id and acts once', async () => {
    await expectGivenUpJobsReturn(story);
  });

  test('when a worker dies with its job more often than BullMQ allows, then the job comes back and acts', async () => {
    await story.publish(1);
    story.relay();
    await until(async () => (await story.bus.depth('gateway')) === 1);
    const [id] = await redis.lrange('bull:gateway:wait', 0, 0);
    // As a job of a killed worker looks that was stalled too often before: active, marked, without a lock.
    await redis
      .multi()
      .lmove('bull:gateway:wait', 'bull:gateway:active', 'LEFT', 'LEFT')
      .sadd('bull:gateway:stalled', id ?? '')
      .hset(`bull:gateway:${id}`, 'stc', '20')
      .exec();
    story.consume();
    await until(async () => (await story.bus.reviveFailed('gateway', 0)) === 1);
    await until(async () => (await story.effects()).length === 1);
  });

  longTest.each([false, true])(
    'when jobs were delayed or given up by a time to come (worker started anew: %s), then they are worked now',
    (restarted) => expectOldClockJobsRun({ redisUrl }, restarted),
  );

  test('when Redis is dumped, then no payload can be read', async () => {
    story.relay();
    await story.publish(7);
    await until(async () => (await story.bus.depth('gateway')) === 1);
    const keys = await redis.keys('*');
    const values = await Promise.all(
      keys.map(async (key) =>
        (await redis.type(key)) === 'hash' ? JSON.stringify(await redis.hgetall(key)) : '',
      ),
    );
    expect(values.join('')).toContain('sessions.revoked');
    expect(values.join('')).not.toContain('019a0000');
  });
});
