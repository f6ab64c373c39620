import { until } from '@gerbang/service-kit/testing/until';
import { Redis } from 'ioredis';
import { redisHits } from '../src/limits/limit-store.ts';
import { listenOnRedis, redisSessionStore } from '../src/sessions/redis-session-store.ts';
import { redisTime } from '../src/sessions/store-clock.ts';
import type { Engine } from './door.ts';
import { streamsEndWithSessions } from './open-stream.ts';
import { sessionStoreContract } from './session-store-contract.ts';
import { twoGateways } from './two-gateways.ts';

// A database of its own: other test files use the same Redis at the same time.
const redisUrl = new URL('/1', process.env.TEST_REDIS_URL).href;
const open = () => new Redis(redisUrl);

describe('sessions on Redis', () => {
  sessionStoreContract(async (now) => {
    const redis = open();
    await redis.flushdb();
    return redisSessionStore(redis, now);
  });

  test('when Redis’ time is read, then it is in milliseconds since 1970', async () => {
    const redis = open();
    const apart = (await redisTime(redis)) - Date.now();
    expect(Math.abs(apart)).toBeLessThan(60_000);
    redis.disconnect();
  });

  test('when the store is copied, then it holds no id that a cookie could carry', async () => {
    const redis = open();
    const store = redisSessionStore(redis);
    await store.create('hash-of-the-id', newSession());
    const keys = await redis.keys('session:*');
    expect(keys).toContain('session:hash-of-the-id');
    expect(await redis.pttl('session:hash-of-the-id')).toBeGreaterThan(0);
    await store.close();
  });
});

/** A session that begins now. */
function newSession() {
  const time = Date.now();
  return {
    id: '019a0000-0000-7000-8000-000000000002',
    userId: '019a0000-0000-7000-8000-000000000001',
    role: 'cs' as const,
    epoch: 1,
    mustChangePassword: false,
    mustAddFactor: false,
    createdAt: time,
    lastSeen: time,
    provenAt: time,
    device: null,
    network: null,
  };
}

/** Gateways whose sessions lie on a Redis connection of their own. */
function redisEngine(now: () => number): Engine {
  const redis = open();
  const failed = (error: unknown) => {
    throw error;
  };
  return {
    store: redisSessionStore(redis, now),
    listen: (changed) => listenOnRedis(redis, changed, failed),
  };
}

describe('two gateways on Redis', () => {
  twoGateways(redisEngine);
});

describe('streams of sessions on Redis', () => {
  streamsEndWithSessions(redisEngine);
});

test('when a gateway’s listening connection to Redis is cut, then it comes back and hears of ends', async () => {
  const redis = open();
  const store = redisSessionStore(redis);
  const heard = new Set<string>();
  const failed = (error: unknown) => {
    throw error;
  };
  const listeners = async (): Promise<readonly string[]> =>
    String(await redis.client('LIST')).match(/^id=\d+(?=.* sub=1 )/gmu) ?? [];
  const others = await listeners();
  const listening = listenOnRedis(redis, (hash) => heard.add(hash), failed);
  await listening.ready;
  const session = newSession();
  const end = async (hash: string) => {
    await store.create(hash, session);
    await store.destroy(hash);
  };
  const hears = async (hash: string) => {
    await until(async () => {
      await end(hash);
      return heard.has(hash);
    });
  };
  await hears('before the cut');
  const own = (await listeners()).filter((one) => !others.includes(one));
  expect(own.length).toBeGreaterThan(0);
  for (const one of own) await redis.client('KILL', 'ID', one.slice('id='.length));
  await hears('after the cut');
  listening.close();
  await store.close();
});

describe('sessions on Redis from before they had an id', () => {
  test('when such a session is read, listed and ended, then it is a session like any other', async () => {
    const redis = open();
    await redis.flushdb();
    const store = redisSessionStore(redis);
    const time = Date.now();
    const userId = '019a0000-0000-7000-8000-000000000003';
    const old = {
      userId,
      role: 'cs',
      epoch: 1,
      mustChangePassword: false,
      createdAt: time,
      lastSeen: time,
    };
    await redis.set('session:old', JSON.stringify(old));
    await redis.zadd(`sessions-of:${userId}`, time, 'old');
    const read = await store.read('old');
    expect(read).toMatchObject({ ...old, provenAt: time, mustAddFactor: false, device: null });
    expect(await store.ofUser(userId)).toEqual([read]);
    expect(await store.destroyOwn(userId, read!.id)).toBe(true);
    expect(await store.read('old')).toBeNull();
    await store.close();
  });
});

describe('limits on Redis', () => {
  test('when an address hits, then hits are counted within the window and forgotten after it', async () => {
    const redis = open();
    const hit = redisHits(redis);
    const key = `test-${Date.now()}`;
    expect((await hit(key, 600_000, 1)).current).toBe(1);
    expect((await hit(key, 600_000, 1)).current).toBe(2);
    const short = `${key}-short`;
    expect((await hit(short, 100, 1)).current).toBe(1);
    await until(async () => (await redis.keys(`*${short}*`)).length === 0);
    expect((await hit(short, 600_000, 1)).current).toBe(1);
    redis.disconnect();
  });
});
