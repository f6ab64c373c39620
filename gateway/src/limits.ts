import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Database } from '@gerbang/service-kit/database';
import type { Logger } from '@gerbang/service-kit/logger';
import type { Redis } from 'ioredis';

interface Count {
  readonly current: number;
  readonly ttl: number;
}
type Counter = (key: string, windowMs: number) => Promise<Count>;

const INCREASE = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

const UPSERT = `insert into rate_limits as r (key, count, expires_at)
  values ($1, 1, now() + $2 * interval '1 millisecond')
  on conflict (key) do update set
    count = case when r.expires_at <= now() then 1 else r.count + 1 end,
    expires_at = case when r.expires_at <= now() then excluded.expires_at else r.expires_at end
  returning count, (extract(epoch from expires_at - now()) * 1000)::int as ttl`;

/** Counts in this process: for reads, which must cost nothing, and where no store answers. */
export function memoryCounter(now: () => number = Date.now, most = 50_000) {
  const counts = new Map<string, { count: number; until: number }>();
  return (key: string, windowMs: number): Count => {
    const moment = now();
    const known = counts.get(key);
    if (known && known.until > moment) {
      known.count += 1;
      return { current: known.count, ttl: known.until - moment };
    }
    if (counts.size >= most) {
      for (const [name, { until }] of counts) if (until <= moment) counts.delete(name);
      if (counts.size >= most) counts.clear();
    }
    counts.set(key, { count: 1, until: moment + windowMs });
    return { current: 1, ttl: windowMs };
  };
}

function redisCounter(redis: Redis): Counter {
  return async (key, windowMs) => {
    const [current, ttl] = (await redis.eval(INCREASE, 1, `gerbang:limit:${key}`, windowMs)) as [
      number,
      number,
    ];
    return { current, ttl };
  };
}

function databaseCounter(database: Database): Counter {
  return async (key, windowMs) => {
    const [row] = await database.prepared<{ count: number; ttl: number }>('limit', UPSERT, [key, windowMs]);
    return { current: row?.count ?? 1, ttl: row?.ttl ?? windowMs };
  };
}

/**
 * The store of the limits: counted over all gateways in Redis, else in the database, else in this process; a limit is
 * never open (decisions, When a part is down). Reads are counted in this process alone.
 */
export function limitStore(options: {
  redis?: Redis;
  database: Database;
  logger: Logger;
}): FastifyRateLimitStoreCtor {
  const memory = memoryCounter();
  const shared = [...(options.redis ? [redisCounter(options.redis)] : []), databaseCounter(options.database)];

  async function count(key: string, windowMs: number): Promise<Count> {
    for (const counter of shared) {
      try {
        return await counter(key, windowMs);
      } catch (error) {
        options.logger.warn({ err: error }, 'limits fall back');
      }
    }
    return memory(key, windowMs);
  }

  return class LimitStore implements FastifyRateLimitStore {
    readonly group: string;

    constructor({ groupId = '' }: { groupId?: string } = {}) {
      this.group = groupId;
    }

    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs?: number,
    ): void {
      const name = `${this.group}:${key}`;
      if (this.group === 'reads') callback(null, memory(name, windowMs ?? 60_000));
      else count(name, windowMs ?? 60_000).then((result) => callback(null, result), callback);
    }

    child(route: object): FastifyRateLimitStore {
      return new LimitStore(route);
    }
  } as unknown as FastifyRateLimitStoreCtor;
}
