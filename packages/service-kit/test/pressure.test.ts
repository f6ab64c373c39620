import { setTimeout as sleep } from 'node:timers/promises';
import { type Bus, createBus } from '../src/events/bus.ts';
import type { BusStore } from '../src/events/bus-store.ts';
import { nextShare } from '../src/events/pressure.ts';
import { createLogger } from '../src/program/logger.ts';
import { testDatabase } from '../src/testing/databases.ts';

const STORES: [name: string, redis: string | undefined][] = [['PostgreSQL', undefined]];
if (process.env.TEST_REDIS_URL) STORES.push(['Redis', new URL('/9', process.env.TEST_REDIS_URL).href]);

const logger = createLogger('test', 'silent');
/** No signal lasts longer. */
const LOST_MS = 3000;
const LONG = 60;

describe.each(STORES)('the signal of the gateways on %s', (_name, redisUrl) => {
  let queue: Awaited<ReturnType<typeof testDatabase>>;
  let gateways: Bus[];
  let worker: Bus;
  const signalling: NodeJS.Timeout[] = [];

  beforeEach(async () => {
    queue = await testDatabase('pressurequeue');
    const store: BusStore = redisUrl ? { redisUrl } : { queueDatabaseUrl: queue.url };
    gateways = [createBus(store, logger), createBus(store, logger)];
    worker = createBus(store, logger);
    // BullMQ makes its schema, in which the signal is kept.
    await worker.ping('gateway');
  });
  afterEach(async () => {
    for (const timer of signalling.splice(0)) clearInterval(timer);
    await Promise.all([...gateways, worker].map((bus) => bus.close()));
    await queue.drop();
    // The signal of a test ends before the next one.
    if (redisUrl) await sleep(LOST_MS);
  });

  /** A gateway that says the same again and again, until it is gone. */
  async function keepsSaying(gateway: number, level: 'slow' | 'stop', cause = 'reads'): Promise<() => void> {
    const say = () => gateways[gateway]?.signal(level, cause);
    await say();
    const timer = setInterval(() => void say(), 500);
    signalling.push(timer);
    return () => clearInterval(timer);
  }
  const timeOf = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };

  test('when one of two gateways says stop, then it counts until that one is gone, and work goes on when both are', async () => {
    await keepsSaying(0, 'slow');
    const gone = await keepsSaying(1, 'stop', 'delay');
    const lane = worker.lane(LONG);
    let done = false;
    const work = lane.run(async () => void (done = true));
    await sleep(1500);
    expect([done, worker.pace().share, worker.pace().cause]).toEqual([false, 0, 'delay']);
    gone();
    await work;
    expect(worker.pace().share).toBeLessThan(1);
    expect(worker.pace().cause).toBe('reads');
  }, 60_000);

  test('when the signal is lost, then work is at full speed within seconds', async () => {
    const lose = await keepsSaying(0, 'stop');
    const lane = worker.lane(LONG);
    const waited = timeOf(() => lane.run(async () => undefined));
    await sleep(1000);
    lose();
    expect(await waited).toBeLessThan(LOST_MS + 15_000);
    while (worker.pace().share < 1) await lane.run(() => sleep(10));
    expect(worker.pace()).toMatchObject({ share: 1, cause: '' });
    expect(await timeOf(() => lane.run(async () => undefined))).toBeLessThan(5000);
  }, 60_000);

  test('when the signal stays, then the work waits no longer than its bound, all of it together', async () => {
    await keepsSaying(0, 'stop');
    const lane = worker.lane(2);
    const done: number[] = [];
    const all = timeOf(() =>
      Promise.all([1, 2, 3, 4].map((one) => lane.run(async () => void done.push(one)))),
    );
    await sleep(1000);
    expect(done).toEqual([]);
    const took = await all;
    expect(done).toEqual([1, 2, 3, 4]);
    expect(took).toBeGreaterThanOrEqual(1900);
    expect(took).toBeLessThan(15_000);
    expect(worker.pace().share).toBe(0);
  }, 60_000);

  test('when work keeps a share even then, then its first piece is done at once and the others with pauses', async () => {
    await keepsSaying(0, 'stop');
    const lane = worker.lane(LONG, 0.3);
    await worker.lane(0).run(async () => undefined);
    const pieces = [1, 2, 3].map(() => timeOf(() => lane.run(() => sleep(200))));
    expect(worker.pace().share).toBe(0);
    const [first = 0, , last = 0] = await Promise.all(pieces);
    expect(first).toBeLessThan(900);
    // Two pauses of 200 · (1 / 0.3 − 1) ms.
    expect(last - first).toBeGreaterThan(1200);
  }, 60_000);

  test('when the process is about to end, then what waits is done at once', async () => {
    await keepsSaying(0, 'stop');
    const waiting = worker.lane(LONG).run(async () => 'done');
    await sleep(500);
    worker.endLanes();
    expect(await waiting).toBe('done');
  }, 60_000);
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
}, 30_000);
