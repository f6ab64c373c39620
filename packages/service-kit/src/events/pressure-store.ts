import type { Redis } from 'ioredis';

/** How hard a gateway has it: `slow` = bulk work should slow down, `stop` = it should stop. */
export const PRESSURES = ['slow', 'stop'] as const;
export type Pressure = (typeof PRESSURES)[number];

/** What the gateways say: the worst of them counts; null = all of them are well, or none has said anything lately. */
export type Signal = { readonly level: Pressure; readonly cause: string } | null;

/** Where gateways say how they are, beside the queue. What they said is forgotten after three seconds. */
export interface PressureStore {
  tell(level: Pressure, cause: string): Promise<void>;
  read(): Promise<Signal>;
}

const LIFE_MS = 3000;
const keyOf = (level: Pressure) => `gerbang:pressure:${level}`;

/** On Redis: one key a level, which ends by itself. */
export function redisPressure(redis: Redis): PressureStore {
  return {
    async tell(level, cause) {
      await redis.set(keyOf(level), cause, 'PX', LIFE_MS);
    },
    async read() {
      const [stop, slow] = await redis.mget(keyOf('stop'), keyOf('slow'));
      if (typeof stop === 'string') return { level: 'stop', cause: stop };
      return typeof slow === 'string' ? { level: 'slow', cause: slow } : null;
    },
  };
}

type Query = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

/**
 * In the queue's own database, which every program reaches with the queue's role: one row a level. Times are the
 * database's; a time too far ahead was written before its clock was set back.
 */
export function postgresPressure(query: Query): PressureStore {
  let made: Promise<unknown> | undefined;
  // The queue's role owns its database and makes the table itself, as BullMQ does with its own.
  const ready = () =>
    (made ??= query(
      `create unlogged table if not exists gerbang_pressure (
         level text primary key, cause text not null, until timestamptz not null)`,
    ).catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
  return {
    async tell(level, cause) {
      await ready();
      await query(
        `insert into gerbang_pressure (level, cause, until)
         values ($1, $2, clock_timestamp() + interval '${LIFE_MS} ms')
         on conflict (level) do update set cause = excluded.cause, until = excluded.until`,
        [level, cause],
      );
    },
    async read() {
      await ready();
      const { rows } = await query(
        `select level, cause from gerbang_pressure
         where until between clock_timestamp() and clock_timestamp() + interval '${LIFE_MS} ms'
         order by level = 'stop' desc limit 1`,
      );
      return (rows[0] as Exclude<Signal, null> | undefined) ?? null;
    },
  };
}
