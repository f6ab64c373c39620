import { createHash } from 'node:crypto';
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
const CHANNEL = 'session-changes';

// Told by the script that makes the change, so that no gateway can end between the two. A Redis user that may not
// publish fails no login: then other gateways learn of the change when they read the session again.
const TELL = `redis.pcall('publish', '${CHANNEL}', `;

// Each script changes epoch, session and index atomically, so that no login slips past a revocation.
const CREATE = `
local known = tonumber(redis.call('get', KEYS[3]) or '0')
if known > tonumber(ARGV[3]) then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[4])
redis.call('zadd', KEYS[2], ARGV[5], ARGV[1])
redis.call('pexpire', KEYS[2], ARGV[7])
local extra = redis.call('zcard', KEYS[2]) - tonumber(ARGV[6])
if extra > 0 then
  -- First those that have ended by themselves: a browser that is used must not end for them.
  for _, hash in ipairs(redis.call('zrange', KEYS[2], 0, -1)) do
    local text = redis.call('get', 'session:' .. hash)
    if not text or cjson.decode(text).lastSeen <= tonumber(ARGV[8]) then
      redis.call('del', 'session:' .. hash)
      redis.call('zrem', KEYS[2], hash)
      extra = extra - 1
    end
  end
end
if extra > 0 then
  for _, hash in ipairs(redis.call('zrange', KEYS[2], 0, extra - 1)) do
    redis.call('del', 'session:' .. hash)
    ${TELL}hash)
  end
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
    ${TELL}hash)
  end
end
return 1`;

const DESTROY = `
local text = redis.call('get', KEYS[1])
if text then redis.call('zrem', 'sessions-of:' .. cjson.decode(text).userId, ARGV[1]) end
local ended = redis.call('del', KEYS[1])
if ended > 0 then ${TELL}ARGV[1]) end
return ended`;

// A session's values are changed where they are, so that a touch and a proof at the same time lose neither. With a third
// argument, the hash, the change is told.
const CHANGE = `
local text = redis.call('get', KEYS[1])
if not text then return 0 end
local data = cjson.decode(text)
data[ARGV[1]] = tonumber(ARGV[2])
redis.call('set', KEYS[1], cjson.encode(data), 'KEEPTTL')
if ARGV[3] then ${TELL}ARGV[3]) end
return 1`;

/** An id for a session from before they had one, the same at every read. */
function idOf(hash: string): string {
  const hex = createHash('sha256').update(hash).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function parse(hash: string, text: string): SessionData {
  const data = JSON.parse(text) as SessionData;
  if (data.id !== undefined) return data;
  return {
    ...data,
    id: idOf(hash),
    mustAddFactor: false,
    provenAt: data.createdAt,
    device: null,
    network: null,
  };
}

/**
 * Calls `changed` with the hash of each session that a gateway ended or proved. The connection is one of its own, and
 * comes back by itself; changes meanwhile are missed. `failed` is called where listening is not allowed, or was not
 * possible before `close`.
 */
export function listenOnRedis(
  redis: Redis,
  changed: (hash: string) => void,
  failed: (error: unknown) => void,
) {
  const subscriber = redis.duplicate({
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
  });
  // The store's own connection reports what is wrong with Redis.
  subscriber.on('error', () => undefined);
  subscriber.on('message', (_channel, hash: string) => changed(hash));
  const ready = subscriber.subscribe(CHANNEL).then(() => undefined, failed);
  return { ready, close: () => subscriber.disconnect() };
}

/** Redis knows a script by its hash from the second use on, so that its text is not sent again. */
interface Scripts {
  createSession(...keysAndValues: (string | number)[]): Promise<number>;
  revokeSessions(...keysAndValues: (string | number)[]): Promise<number>;
  destroySession(...keysAndValues: (string | number)[]): Promise<number>;
  changeSession(...keysAndValues: (string | number)[]): Promise<number>;
}

function withScripts(redis: Redis): Scripts {
  redis.defineCommand('createSession', { lua: CREATE, numberOfKeys: 3 });
  redis.defineCommand('revokeSessions', { lua: REVOKE, numberOfKeys: 2 });
  redis.defineCommand('destroySession', { lua: DESTROY, numberOfKeys: 1 });
  redis.defineCommand('changeSession', { lua: CHANGE, numberOfKeys: 1 });
  return redis as unknown as Scripts;
}

/** Sessions in Redis; every key expires after the longest lifetime of its session. */
export function redisSessionStore(redis: Redis, now: () => number = Date.now): SessionStore {
  const scripts = withScripts(redis);
  const destroy = (hash: string) => scripts.destroySession(session(hash), hash);

  /** The user's live sessions with their hashes, oldest first. */
  async function sessionsOf(userId: string): Promise<(readonly [hash: string, data: SessionData])[]> {
    const hashes = await redis.zrange(ofUser(userId), '0', '-1');
    if (hashes.length === 0) return [];
    const texts = await redis.mget(hashes.map((hash) => session(hash)));
    return hashes.flatMap((hash, at) => {
      const text = texts[at];
      if (text === null || text === undefined) return [];
      const data = parse(hash, text);
      return isExpired(data, now()) ? [] : [[hash, data] as const];
    });
  }

  return {
    async read(hash) {
      const text = await redis.get(session(hash));
      if (text === null) return null;
      const data = parse(hash, text);
      if (!isExpired(data, now())) return data;
      await destroy(hash);
      return null;
    },
    async create(hash, data) {
      const { idle, absolute } = lifetimeOf(data.role);
      const created = await scripts.createSession(
        session(hash),
        ofUser(data.userId),
        epochOf(data.userId),
        hash,
        JSON.stringify(data),
        data.epoch,
        absolute,
        data.createdAt,
        SESSIONS_PER_USER,
        EPOCH_LIFE_MS,
        now() - idle,
      );
      return created === 1;
    },
    ofUser: async (userId) => (await sessionsOf(userId)).map(([, data]) => data),
    async touch(hash) {
      await scripts.changeSession(session(hash), 'lastSeen', now());
    },
    async prove(hash) {
      await scripts.changeSession(session(hash), 'provenAt', now(), hash);
    },
    async destroy(hash) {
      await destroy(hash);
    },
    async destroyOwn(userId, id) {
      const found = (await sessionsOf(userId)).find(([, data]) => data.id === id);
      return found !== undefined && (await destroy(found[0])) > 0;
    },
    async destroyOthers(userId, hash) {
      const others = (await sessionsOf(userId)).filter(([known]) => known !== hash);
      const ended = await Promise.all(others.map(([known]) => destroy(known)));
      return ended.reduce((sum, count) => sum + count, 0);
    },
    async revokeUser(userId, epoch) {
      await scripts.revokeSessions(ofUser(userId), epochOf(userId), epoch, EPOCH_LIFE_MS);
    },
    async ping() {
      await redis.ping();
    },
    async close() {
      redis.disconnect();
    },
  };
}
