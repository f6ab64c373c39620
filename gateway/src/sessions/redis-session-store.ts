import type { Redis } from 'ioredis';
import {
  isExpired,
  lifetimeOf,
  SESSIONS_PER_USER,
  type SessionData,
  type SessionStore,
} from './session-store.ts';

const session = (hash: string) => `session:${hash}`;
const ofUser = (userId: string) => `sessions-of:${userId}`;
const epochOf = (userId: string) => `session-epoch:${userId}`;
const EPOCH_LIFE_MS = 31 * 24 * 3600 * 1000;

// Each script changes epoch, session and index atomically, so that no login slips past a revocation.
const CREATE = `
local known = tonumber(redis.call('get', KEYS[3]) or '0')
if known > tonumber(ARGV[3]) then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[4])
redis.call('zadd', KEYS[2], ARGV[5], ARGV[1])
redis.call('pexpire', KEYS[2], ARGV[7])
local extra = redis.call('zcard', KEYS[2]) - tonumber(ARGV[6])
if extra > 0 then
  for _, hash in ipairs(redis.call('zrange', KEYS[2], 0, extra - 1)) do redis.call('del', 'session:' .. hash) end
  redis.call('zremrangebyrank', KEYS[2], 0, extra - 1)
end
return 1`;

const REVOKE = `
local known = tonumber(redis.call('get', KEYS[2]) or '0')
local epoch = math.max(known, tonumber(ARGV[1]))
redis.call('set', KEYS[2], epoch, 'PX', ARGV[2])
for _, hash in ipairs(redis.call('zrange', KEYS[1], 0, -1)) do
  local text = redis.call('get', 'session:' .. hash)
  if not text or cjson.decode(text).epoch < epoch then
    redis.call('del', 'session:' .. hash)
    redis.call('zrem', KEYS[1], hash)
  end
end
return 1`;

const DESTROY = `
local text = redis.call('get', KEYS[1])
if text then redis.call('zrem', 'sessions-of:' .. cjson.decode(text).userId, ARGV[1]) end
return redis.call('del', KEYS[1])`;

/** Sessions in Redis; every key expires after the longest lifetime of its session. */
export function redisSessionStore(redis: Redis, now: () => number = Date.now): SessionStore {
  return {
    async read(hash) {
      const text = await redis.get(session(hash));
      if (text === null) return null;
      const data = JSON.parse(text) as SessionData;
      if (!isExpired(data, now())) return data;
      await redis.eval(DESTROY, 1, session(hash), hash);
      return null;
    },
    async create(hash, data) {
      const created = await redis.eval(
        CREATE,
        3,
        session(hash),
        ofUser(data.userId),
        epochOf(data.userId),
        hash,
        JSON.stringify(data),
        data.epoch,
        lifetimeOf(data.role).absolute,
        data.createdAt,
        SESSIONS_PER_USER,
        EPOCH_LIFE_MS,
      );
      return created === 1;
    },
    async ofUser(userId) {
      const hashes = await redis.zrange(ofUser(userId), '0', '-1');
      if (hashes.length === 0) return [];
      const keys = hashes.map((hash) => session(hash));
      const texts = await redis.mget(keys);
      return texts
        .flatMap((text) => (text === null ? [] : [JSON.parse(text) as SessionData]))
        .filter((data) => !isExpired(data, now()));
    },
    async touch(hash, data) {
      // XX: a session that was destroyed in the meantime is not created again.
      await redis.set(session(hash), JSON.stringify({ ...data, lastSeen: now() }), 'KEEPTTL', 'XX');
    },
    async destroy(hash) {
      await redis.eval(DESTROY, 1, session(hash), hash);
    },
    async revokeUser(userId, epoch) {
      await redis.eval(REVOKE, 2, ofUser(userId), epochOf(userId), epoch, EPOCH_LIFE_MS);
    },
    async ping() {
      await redis.ping();
    },
    async close() {
      redis.disconnect();
    },
  };
}
