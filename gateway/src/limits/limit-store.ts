import type { Database } from '@gerbang/service-kit/database';
import type { Redis } from 'ioredis';

/** Counts a hit; answers how many there were in the window and how many milliseconds it still lasts. */
export type CountHit = (key: string, windowMs: number) => Promise<{ current: number; ttl: number }>;

const HIT = `
local current = redis.call('incr', KEYS[1])
if current == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return {current, redis.call('pttl', KEYS[1])}`;

/** Counters in Redis. */
export function redisHits(redis: Redis): CountHit {
  return async (key, windowMs) => {
    const [current, ttl] = (await redis.eval(HIT, 1, `limit:${key}`, windowMs)) as [number, number];
    return { current, ttl };
  };
}

/** Counters in the gateway's database: the default without Redis, and the net when Redis is away. */
export function databaseHits(database: Database): CountHit {
  return async (key, windowMs) => {
    const { rows } = await database.knex.raw(
      `insert into limits as l (key, hits, until) values (?, 1, now() + ? * interval '1 millisecond')
       on conflict (key) do update set
         hits = case when l.until <= now() then 1 else l.hits + 1 end,
         until = case when l.until <= now() then excluded.until else l.until end
       returning hits, ceil(extract(epoch from until - now()) * 1000)::int as ttl`,
      [key, windowMs],
    );
    return { current: rows[0].hits, ttl: rows[0].ttl };
  };
}

/** The first that answers counts. */
export function withFallback(first: CountHit, second: CountHit): CountHit {
  return (key, windowMs) => first(key, windowMs).catch(() => second(key, windowMs));
}

/** The counters in the form that the rate-limit plugin asks for. */
export function limitStore(count: CountHit) {
  return class LimitStore {
    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
    ): void {
      count(key, windowMs).then((result) => done(null, result), done);
    }
    child(): LimitStore {
      return new LimitStore();
    }
  };
}

/** Counters of this process alone: the last net when every store is away, so that a limit is never open nor a call lost. */
export function memoryHits(now: () => number = Date.now): CountHit {
  const counters = new Map<string, { current: number; until: number }>();
  return async (key, windowMs) => {
    const time = now();
    let counter = counters.get(key);
    if (!counter || counter.until <= time) {
      if (counters.size >= 50_000) counters.clear();
      counter = { current: 0, until: time + windowMs };
      counters.set(key, counter);
    }
    counter.current += 1;
    return { current: counter.current, ttl: counter.until - time };
  };
}
