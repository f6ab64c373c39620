import type { Database } from '@gerbang/service-kit/data/database';
import type { Redis } from 'ioredis';

const INTERVAL_MS = 30_000;
/** The interval until the first successful read. */
const RETRY_MS = 100;

/** Redis' time in milliseconds since 1970. */
export async function redisTime(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time();
  return Number(seconds) * 1000 + Number(micros) / 1000;
}

/** PostgreSQL's time in milliseconds since 1970. */
export async function databaseTime(database: Database): Promise<number> {
  const { rows } = await database.knex.raw(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  return (rows as { now: number }[])[0]?.now ?? Number.NaN;
}

/**
 * The clock for the age of sessions: the store's. Setting the time of a gateway's machine neither ends nor prolongs a
 * session, and several gateways agree. The store's time is read every 30 s and extrapolated with the monotonic clock;
 * no request waits for it. Until the first read the machine's clock is used: the store has given no session yet.
 */
export function startStoreClock(read: () => Promise<number>) {
  let offset: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function sync(): Promise<void> {
    const startedAt = performance.now();
    try {
      const time = await read();
      if (Number.isFinite(time)) offset = time - (startedAt + performance.now()) / 2;
    } catch {
      // Keeps the last offset; readiness reports the store.
    }
    if (!stopped) timer = setTimeout(() => void sync(), offset === null ? RETRY_MS : INTERVAL_MS).unref();
  }

  void sync();
  return {
    now: (): number => (offset === null ? Date.now() : Math.round(offset + performance.now())),
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
