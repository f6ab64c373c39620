import type { Logger } from '@gerbang/service-kit/program/logger';
import { Redis } from 'ioredis';
import { KEPT_MS, type LineStore, PACE_MS, SILENT_MS } from './line-store.ts';

const NAMES = `
local order, seen, begun = 'login-line:order', 'login-line:seen', 'login-line:begun'
local function entry(id) return 'login-line:place:' .. id end
local function under(key) return 'login-line:key:' .. key end
local time = redis.call('time')
local now = time[1] * 1000 + time[2] / 1000`;

/** A place is \`since key\`, and gone a minute after the last visit; the sets are for counting alone. */
const VISIT = `${NAMES}
local id = ARGV[1]
local place = id ~= '' and redis.call('get', entry(id))
if not place then
  id = redis.call('get', under(ARGV[3]))
  place = id and redis.call('get', entry(id))
end
if not place then
  id = ARGV[2]
  place = string.format('%.3f', now - ARGV[4]) .. ' ' .. ARGV[3]
end
local since, key = string.match(place, '^(%S+) (%S+)$')
redis.call('set', entry(id), place, 'px', ${KEPT_MS})
redis.call('set', under(key), id, 'px', ${KEPT_MS})
redis.call('zadd', order, since, id)
redis.call('zadd', seen, now, id)
for _, silent in ipairs(redis.call('zrangebyscore', seen, '-inf', now - ${SILENT_MS}, 'limit', 0, 200)) do
  redis.call('zrem', order, silent)
  redis.call('zrem', seen, silent)
end
redis.call('zremrangebyscore', begun, '-inf', now - ${PACE_MS})
for _, set in ipairs({order, seen, begun}) do redis.call('pexpire', set, ${KEPT_MS}) end
return {id, redis.call('zrank', order, id), string.format('%.3f', now - since), redis.call('zcard', order),
  redis.call('zcard', begun)}`;

const BEGIN = `${NAMES}
local id = ARGV[1]
local place = redis.call('get', entry(id))
if not place then return 0 end
local key = string.match(place, ' (%S+)$')
redis.call('del', entry(id))
if redis.call('get', under(key)) == id then redis.call('del', under(key)) end
redis.call('zrem', order, id)
redis.call('zrem', seen, id)
redis.call('zadd', begun, now, id)
redis.call('pexpire', begun, ${KEPT_MS})
return 1`;

interface Commands {
  lineVisit(
    id: string,
    newId: string,
    key: string,
    waitedMs: number,
  ): Promise<[id: string, ahead: number, waitedMs: string, length: number, begun: number]>;
  lineBegin(id: string): Promise<number>;
}

/** The line in Redis, by the clock of Redis. */
export function redisLine(url: string, log: Logger): LineStore {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 1000,
    enableAutoPipelining: true,
    scripts: {
      lineVisit: { lua: VISIT, numberOfKeys: 0 },
      lineBegin: { lua: BEGIN, numberOfKeys: 0 },
    },
  }) as Redis & Commands;
  redis.on('error', (error) => log.warn({ err: error }, 'the line of logins on Redis'));
  return {
    async visit({ id, newId, key, waitedMs }) {
      const visited = await redis.lineVisit(id, newId, key, waitedMs);
      const [own, ahead, waited, length, begun] = visited;
      return { id: own, ahead, waitedMs: Number(waited), length, perSecond: (1000 * begun) / PACE_MS };
    },
    begin: async (id) => (await redis.lineBegin(id)) === 1,
    length: () => redis.zcard('login-line:order'),
    close: async () => redis.disconnect(),
  };
}
