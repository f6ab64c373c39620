import type { Database } from '@gerbang/service-kit/data/database';
import type { Redis } from 'ioredis';

const AGAIN_MS = 30_000;
/** Until the store has told its time once. */
const FIRST_MS = 100;

/** The present moment by Redis' clock, in milliseconds since 1970. */
export async function redisTime(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time();
  return Number(seconds) * 1000 + Number(micros) / 1000;
}

/** The present moment by PostgreSQL's clock, in milliseconds since 1970. */
export async function databaseTime(database: Database): Promise<number> {
  const { rows } = await database.knex.raw(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  return (rows as { now: number }[])[0]?.now ?? Number.NaN;
}

/**
 * The clock by which sessions are judged: their store's (reliability F17), so that a machine whose time is set ends
 * nobody's session and lets none live longer, and several gateways agree. It is read every half minute and counted on
 * by a clock that nobody sets; no request waits for it. Before its first answer there is no session to judge either.
 */
export function startStoreClock(read: () => Promise<number>) {
  let ahead: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function look(): Promise<void> {
    const asked = performance.now();
    try {
      const time = await read();
      if (Number.isFinite(time)) ahead = time - (asked + performance.now()) / 2;
    } catch {
      // The store is away: readiness tells of it, and what was read last goes on.
    }
    if (!stopped) timer = setTimeout(() => void look(), ahead === null ? FIRST_MS : AGAIN_MS).unref();
  }

  void look();
  return {
    now: (): number => (ahead === null ? Date.now() : Math.round(ahead + performance.now())),
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
