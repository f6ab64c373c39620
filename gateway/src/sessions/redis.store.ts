import type { Logger } from '@gerbang/service-kit/logger';
import { Redis } from 'ioredis';
import {
  type Clock,
  endOf,
  hashOf,
  limitsOf,
  MAX_SESSIONS,
  SEEN_EVERY,
  type SessionRecord,
  type SessionStore,
} from './session-store.ts';

const SESSION = 'gerbang:session:';
const OF_USER = 'gerbang:sessions-of:';
const EPOCH = 'gerbang:epoch:';
// Longer than any session and any event that waits.
const EPOCH_MS = 60 * 24 * 60 * 60 * 1000;

// A user's index is a hash: the session's hash → "epoch:created". KEYS: epoch, index, session.
const START = `
local lowest = tonumber(redis.call('GET', KEYS[1]) or '-1')
local epoch = tonumber(ARGV[1])
if lowest > epoch then return 0 end
redis.call('SET', KEYS[1], epoch, 'PX', ARGV[6])
local kept = {}
local all = redis.call('HGETALL', KEYS[2])
for i = 1, #all, 2 do
  local e, created = string.match(all[i + 1], '^(%d+):(%d+)$')
  local key = ARGV[7] .. all[i]
  if ARGV[5] == '1' or tonumber(e) < epoch or redis.call('EXISTS', key) == 0 then
    redis.call('DEL', key)
    redis.call('HDEL', KEYS[2], all[i])
  else
    kept[#kept + 1] = { all[i], tonumber(created) }
  end
end
table.sort(kept, function(a, b) return a[2] < b[2] end)
for i = 1, #kept - tonumber(ARGV[8]) + 1 do
  redis.call('DEL', ARGV[7] .. kept[i][1])
  redis.call('HDEL', KEYS[2], kept[i][1])
end
redis.call('SET', KEYS[3], ARGV[2], 'PX', ARGV[3])
redis.call('HSET', KEYS[2], ARGV[4], epoch .. ':' .. ARGV[9])
redis.call('PEXPIRE', KEYS[2], ARGV[6])
return 1`;

// KEYS: epoch, index.
const REVOKE = `
local epoch = tonumber(ARGV[1])
local lowest = tonumber(redis.call('GET', KEYS[1]) or '-1')
redis.call('SET', KEYS[1], math.max(lowest, epoch), 'PX', ARGV[2])
local all = redis.call('HGETALL', KEYS[2])
for i = 1, #all, 2 do
  if tonumber(string.match(all[i + 1], '^(%d+)')) < epoch then
    redis.call('DEL', ARGV[3] .. all[i])
    redis.call('HDEL', KEYS[2], all[i])
  end
end
return 1`;

/** A client that fails fast: a Redis that is away must show as 503 within 2 s, never as waiting. */
export function redisClient(url: string, logger: Logger): Redis {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1500,
    commandTimeout: 1500,
    retryStrategy: (times) => Math.min(times * 100, 1000),
  });
  client.on('error', (error) => logger.warn({ err: error }, 'redis connection'));
  return client;
}

/** Sessions in Redis, every change one script. */
export function redisSessions(redis: Redis, now: Clock = Date.now): SessionStore {
  return {
    async get(id) {
      const key = SESSION + hashOf(id).toString('hex');
      const text = await redis.get(key);
      if (text === null) return null;
      const session = JSON.parse(text) as SessionRecord;
      const moment = now();
      if (endOf(session) <= moment) {
        await redis.del(key);
        return null;
      }
      if (moment - session.lastSeen >= SEEN_EVERY) {
        const seen = { ...session, lastSeen: moment };
        // XX: a session that was ended meanwhile does not come back.
        await redis.set(key, JSON.stringify(seen), 'PX', endOf(seen) - moment, 'XX');
      }
      return session;
    },
    async start(id, { only, ...session }) {
      const hash = hashOf(id).toString('hex');
      const moment = now();
      const record: SessionRecord = { ...session, createdAt: moment, lastSeen: moment };
      const started = await redis.eval(
        START,
        3,
        EPOCH + session.userId,
        OF_USER + session.userId,
        SESSION + hash,
        session.epoch,
        JSON.stringify(record),
        limitsOf(session.role).idle,
        hash,
        only ? '1' : '0',
        EPOCH_MS,
        SESSION,
        MAX_SESSIONS,
        moment,
      );
      return started === 1;
    },
    async end(id) {
      await redis.del(SESSION + hashOf(id).toString('hex'));
    },
    async revoke(userId, epoch) {
      await redis.eval(REVOKE, 2, EPOCH + userId, OF_USER + userId, epoch, EPOCH_MS, SESSION);
    },
    async ping() {
      await redis.ping();
    },
    async sweep() {
      // Redis itself forgets what has expired.
    },
    async close() {
      redis.disconnect();
    },
  };
}
