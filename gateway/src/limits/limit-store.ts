import type { Database } from '@gerbang/service-kit/data/database';
import type { Redis } from 'ioredis';

/** Adds hits to a counter; returns the hits of the window and its remaining milliseconds. */
export type CountHits = (
  key: string,
  windowMs: number,
  hits: number,
) => Promise<{ current: number; ttl: number }>;

const HIT = `
local current = redis.call('incrby', KEYS[1], ARGV[2])
if current == tonumber(ARGV[2]) then redis.call('pexpire', KEYS[1], ARGV[1]) end
return {current, redis.call('pttl', KEYS[1])}`;

/** Counters in Redis. */
export function redisHits(redis: Redis): CountHits {
  return async (key, windowMs, hits) => {
    const [current, ttl] = (await redis.eval(HIT, 1, `limit:${key}`, windowMs, hits)) as [number, number];
    return { current, ttl };
  };
}

/** Counters in the gateway's database: the default without Redis, and the fallback while Redis is down. */
export function databaseHits(database: Database): CountHits {
  return async (key, windowMs, hits) => {
    const { rows } = await database.knex.raw(
      `insert into limits as l (key, hits, until) values (?, ?, now() + ? * interval '1 millisecond')
       on conflict (key) do update set
         hits = case when l.until <= now() then excluded.hits else l.hits + excluded.hits end,
         until = case when l.until <= now() then excluded.until else l.until end
       returning hits, ceil(extract(epoch from until - clock_timestamp()) * 1000)::int as ttl`,
      [key, hits, windowMs],
    );
    return { current: rows[0].hits, ttl: rows[0].ttl };
  };
}

/** Uses `second` whenever `first` fails. */
export function withFallback(first: CountHits, second: CountHits): CountHits {
  return (key, windowMs, hits) => first(key, windowMs, hits).catch(() => second(key, windowMs, hits));
}
