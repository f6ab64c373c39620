import type { Database } from '@gerbang/service-kit/data/database';
import { KEPT_MS, type LineStore, PACE_MS, type Place, SILENT_MS } from './line-store.ts';

const SWEEP_MS = 5000;
const ago = (ms: number) => `clock_timestamp() - interval '${ms} milliseconds'`;
const COUNTS = `begun_at is null and seen_at > ${ago(SILENT_MS)}`;

const VISIT = `
  with known as (
    update login_line set seen_at = clock_timestamp()
    where id = $1 and begun_at is null and seen_at > ${ago(KEPT_MS)}
    returning id, since
  ), joined as (
    insert into login_line as l (id, key, since, seen_at)
    select $2, $3, clock_timestamp() - $4 * interval '1 millisecond', clock_timestamp()
    where not exists (select from known)
    on conflict (key) where begun_at is null do update set
      id = case when l.seen_at > ${ago(KEPT_MS)} then l.id else excluded.id end,
      since = case when l.seen_at > ${ago(KEPT_MS)} then l.since else excluded.since end,
      seen_at = excluded.seen_at
    returning id, since
  ), own as (select * from known union all select * from joined)
  select own.id, extract(epoch from clock_timestamp() - own.since)::float8 * 1000 as "waitedMs",
    (select count(*)::int from login_line l where ${COUNTS} and (l.since, l.id) < (own.since, own.id)) as ahead,
    (select count(*)::int from login_line l where ${COUNTS}) as length,
    (select count(*)::float8 from login_line where begun_at > ${ago(PACE_MS)}) * 1000 / ${PACE_MS} as "perSecond"
  from own`;

const BEGIN = `
  update login_line set begun_at = clock_timestamp()
  where id = $1 and begun_at is null and seen_at > ${ago(KEPT_MS)}
  returning id`;

const LENGTH = `select count(*)::int as length from login_line where ${COUNTS}`;

/** Removes the places that are over; what has just begun stays for the pace. */
export async function sweepLine(database: Database): Promise<void> {
  await database.knex.raw(
    `delete from login_line where begun_at < ${ago(PACE_MS)} or seen_at < ${ago(KEPT_MS)}`,
  );
}

/** The line in the service's database: the default without Redis, and the fallback while Redis is down. */
export function databaseLine(database: Database): LineStore {
  let sweptAt = 0;
  async function sweepNowAndThen(): Promise<void> {
    const now = performance.now();
    if (now - sweptAt < SWEEP_MS) return;
    sweptAt = now;
    await sweepLine(database);
  }

  return {
    async visit({ id, newId, key, waitedMs }) {
      await sweepNowAndThen();
      const [place] = await database.prepared<Place>('auth_line_visit', VISIT, [id, newId, key, waitedMs]);
      if (!place) throw new Error('the line gave no place');
      return place;
    },
    begin: async (id) => (await database.prepared('auth_line_begin', BEGIN, [id])).length > 0,
    async length() {
      const [row] = await database.prepared<{ length: number }>('auth_line_length', LENGTH, []);
      return row?.length ?? 0;
    },
    close: async () => undefined,
  };
}
