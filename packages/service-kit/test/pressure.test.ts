import { longTest } from '@gerbang/domain/testing/runs';
import { type Bus, createBus } from '../src/events/bus.ts';
import type { BusStore } from '../src/events/bus-store.ts';
import { BulkPace, Lane, nextShare } from '../src/events/pressure.ts';
import type { Signal } from '../src/events/pressure-store.ts';
import { createLogger } from '../src/program/logger.ts';
import { testDatabase } from '../src/testing/databases.ts';
import { until } from '../src/testing/until.ts';

const STORES: [name: string, redis: string | undefined][] = [['PostgreSQL', undefined]];
if (process.env.TEST_REDIS_URL) STORES.push(['Redis', new URL('/11', process.env.TEST_REDIS_URL).href]);

const logger = createLogger('test', 'silent');
const LONG = 60;

describe.each(STORES)('the signal of the gateways on %s', (_name, redisUrl) => {
  let queue: Awaited<ReturnType<typeof testDatabase>>;
  let gateways: [Bus, Bus];
  let worker: Bus;

  beforeAll(async () => {
    queue = await testDatabase('pressurequeue');
  });
  beforeEach(async () => {
    const store: BusStore = redisUrl ? { redisUrl } : { queueDatabaseUrl: queue.url };
    gateways = [createBus(store, logger), createBus(store, logger)];
    worker = createBus(store, logger);
    // BullMQ makes its schema, in which the signal is kept.
    await worker.ping('gateway');
  });
  afterEach(() => Promise.all([...gateways, worker].map((bus) => bus.close())));
  afterAll(() => queue.drop());

  longTest(
    'when gateways have said slow and stop, then work waits, until nothing is said any more',
    async () => {
      const lane = worker.lane(LONG);
      const work = lane.run(async () => undefined);
      await until(async () => {
        await gateways[0].signal('slow', 'reads');
        await gateways[1].signal('stop', 'delay');
        return worker.pace().share === 0;
      });
      expect(worker.pace().cause).toBe('delay');
      // The signal ends by itself, so that the work is done in the end.
      await work;
      await until(async () => {
        await lane.open();
        return worker.pace().share === 1;
      });
      expect(worker.pace().cause).toBe('');
    },
  );

  test('when the process is about to end, then what waits is done at once', async () => {
    await gateways[0].signal('stop', 'reads');
    const waiting = worker.lane(LONG).run(async () => 'done');
    worker.endLanes();
    expect(await waiting).toBe('done');
  });
});

describe('a lane of bulk work', () => {
  const STOP: Signal = { level: 'stop', cause: 'reads' };
  let said: Signal;
  let pace: BulkPace;
  let now: number;
  const pass = async (milliseconds: number) => {
    await jest.advanceTimersByTimeAsync(milliseconds);
  };
  /** Work of so many milliseconds; notes when it was done. */
  const work = (lane: Lane, done: number[], milliseconds = 0) =>
    lane.run(async () => {
      await new Promise((over) => void setTimeout(over, milliseconds));
      done.push(performance.now() - now);
    });

  beforeEach(() => {
    jest.useFakeTimers();
    now = performance.now();
    said = STOP;
    pace = new BulkPace({ read: async () => said, tell: async () => undefined }, () => undefined);
  });
  afterEach(() => {
    pace.close();
    jest.useRealTimers();
  });

  test('when the signal is stop, then nothing is done and its cause is told, until it is slow', async () => {
    const done: number[] = [];
    const lane = new Lane(pace, LONG);
    void work(lane, done);
    await pass(20_000);
    expect([done, pace.share, pace.cause]).toEqual([[], 0, 'reads']);
    said = { level: 'slow', cause: 'delay' };
    await pass(1200);
    expect([done.length, pace.share, pace.cause]).toEqual([1, 0.1, 'delay']);
  });

  test('when the signal is lost, then work is at full speed within five seconds', async () => {
    const done: number[] = [];
    const lane = new Lane(pace, LONG);
    void work(lane, done);
    await pass(5000);
    said = null;
    await pass(5000);
    expect([done.length, pace.share, pace.cause]).toEqual([1, 1, '']);
    void work(lane, done);
    await pass(1);
    expect(done).toHaveLength(2);
  });

  test('when the signal stays, then the work waits no longer than its bound, all of it together', async () => {
    const done: number[] = [];
    const lane = new Lane(pace, 2);
    for (const _one of [1, 2, 3, 4]) void work(lane, done);
    await pass(1900);
    expect(done).toEqual([]);
    await pass(200);
    expect(done).toHaveLength(4);
    expect(pace.share).toBe(0);
  });

  test('when work keeps a share even then, then its first piece is done at once and the others with pauses', async () => {
    const done: number[] = [];
    const lane = new Lane(pace, LONG, 0.25);
    for (const _one of [1, 2, 3]) void work(lane, done, 200);
    await pass(10_000);
    // After each piece of 200 ms a pause of 200 · (1 / 0.25 − 1) ms.
    expect(done.map((at) => Math.round(at))).toEqual([200, 1000, 1800]);
    expect(pace.share).toBe(0);
  });
});

test('the share of the full speed falls by halves, stops, and rises again step by step', () => {
  const slow = { level: 'slow', cause: 'reads' } as const;
  const stop = { level: 'stop', cause: 'reads' } as const;
  const steps = [slow, slow, slow, slow, stop, null, null, slow, null, null, null, null, null];
  let share = 1;
  expect(steps.map((signal) => (share = nextShare(share, signal)))).toEqual([
    0.5, 0.25, 0.125, 0.1, 0, 0.1, 0.2, 0.1, 0.2, 0.4, 0.8, 1, 1,
  ]);
});

test('when the store of the signal is away, then work goes on', async () => {
  const away = createBus({ redisUrl: 'redis://127.0.0.1:1' }, logger);
  expect(await away.lane(LONG).run(async () => 'done')).toBe('done');
  await expect(away.signal('stop', 'reads')).rejects.toThrow(/retries|closed|timed out/iu);
  await away.close();
});
