import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

export interface Throttled {
  /** Seconds until the next try is allowed; 0 = now. */
  readonly wait: number;
  /** Whether failures of the identifier are on record. */
  readonly hasFailures: boolean;
}

/** How long a try by this identifier from this address must wait, by the database's clock. */
export async function throttled(db: Db, identifier: string, address: string): Promise<Throttled> {
  const { rows } = await db.raw(
    `select kind, greatest(ceil(extract(epoch from blocked_until - clock_timestamp())), 0)::int as wait
     from throttles where (kind = 'identifier' and key = ?) or (kind = 'address' and key = ?)`,
    [identifier, address],
  );
  const found: Array<{ kind: Tables['throttles']['kind']; wait: number | null }> = rows;
  return {
    wait: Math.max(0, ...found.map((row) => row.wait ?? 0)),
    hasFailures: found.some((row) => row.kind === 'identifier'),
  };
}

/**
 * Counts one failure of the address and of the identifier in one statement. After 5 failures of an
 * identifier the wait is 1, 2, 4, 8, then 15 minutes; it is forgotten after 12 hours. An address waits for
 * the rest of its 10 minutes after `perAddress` failures.
 */
export async function recordFailure(
  db: Db,
  identifier: string,
  address: string,
  perAddress: number,
): Promise<void> {
  await db.raw(
    `insert into throttles as t (kind, key, count) values ('address', ?, 1), ('identifier', ?, 1)
     on conflict (kind, key) do update set
       count = case
         when t.kind = 'address' and t.window_started_at <= now() - interval '10 minutes' then 1
         when t.kind = 'identifier' and t.last_at <= now() - interval '12 hours' then 1
         else t.count + 1 end,
       window_started_at = case
         when t.kind = 'address' and t.window_started_at <= now() - interval '10 minutes' then now()
         else t.window_started_at end,
       last_at = now(),
       blocked_until = case
         when t.kind = 'address' then
           case when t.window_started_at > now() - interval '10 minutes' and t.count + 1 >= ?
             then t.window_started_at + interval '10 minutes' end
         when t.last_at <= now() - interval '12 hours' or t.count + 1 < 5 then null
         else now() + make_interval(mins => (array[1, 2, 4, 8, 15])[least(t.count - 3, 5)]) end`,
    [address, identifier, perAddress],
  );
}

/** Forgets the failures of identifiers after a success. */
export async function forgetFailures(db: Db, identifiers: readonly string[]): Promise<void> {
  await db('throttles').where('kind', 'identifier').whereIn('key', identifiers).delete();
}

/** Counts one reset request of an address; seconds to wait when the hour's number is used up, else 0. */
export async function countResetRequest(db: Db, address: string, perHour: number): Promise<number> {
  const { rows } = await db.raw(
    `insert into throttles as t (kind, key, count) values ('reset_address', ?, 1)
     on conflict (kind, key) do update set
       count = case when t.window_started_at <= now() - interval '1 hour' then 1 else least(t.count + 1, 1000000) end,
       window_started_at = case when t.window_started_at <= now() - interval '1 hour' then now() else t.window_started_at end,
       last_at = now()
     returning count,
       greatest(ceil(extract(epoch from window_started_at + interval '1 hour' - now())), 1)::int as wait`,
    [address],
  );
  const [counted] = rows as Array<{ count: number; wait: number }>;
  return counted !== undefined && counted.count > perHour ? counted.wait : 0;
}
