import { setTimeout as sleep } from 'node:timers/promises';
import { batched } from '@gerbang/service-kit/events/consumers';
import type { Database } from '@gerbang/service-kit/data/database';

/** So much of the time that nobody used may be caught up with at once. */
const CATCH_UP_MS = 250;
/**
 * No worker has more than a few seconds of turns in hand; an end further away was written before the database's clock was
 * set back.
 */
const FURTHEST_MS = 20_000;

/**
 * What has left takes nobody's turn: a queue that was lost is told of the whole last day again (F7). The others' turns
 * follow each other from the end of what was taken before.
 */
const TAKE = `
  with settled as (
    select id from notifications where id = any($1::uuid[]) and status not in ('pending', 'retry')
  ), due as (select (cardinality($1::uuid[]) - count(*)) * $2::float8 * interval '1 ms' as length from settled),
  taken as (
    insert into send_pace as p (scope, taken_until)
    select 'bulk', clock_timestamp() - interval '${CATCH_UP_MS} ms' + length from due where length > interval '0'
    on conflict (scope) do update set taken_until = (select length from due) + greatest(
      clock_timestamp() - interval '${CATCH_UP_MS} ms',
      case when p.taken_until < clock_timestamp() + interval '${FURTHEST_MS} ms' then p.taken_until end)
    returning taken_until - (select length from due) - clock_timestamp() as wait
  )
  select array(select id::text from settled) as settled,
    (select (extract(epoch from wait) * 1000)::float8 from taken) as wait`;

interface Asked {
  readonly id: string;
  settled: boolean;
  wait: number;
}

/**
 * Does the work of messages at a pace of so many a second over all workers of the number (Precisions, Announcements; P13). A
 * turn is taken from a row of the worker's database by that database's clock, and waited for by a timer: a machine whose
 * clock is set holds up nothing (reliability, F17). It comes before the lease: a worker that is killed meanwhile leaves
 * nothing unknown. Those who ask while turns are being taken share a statement.
 */
export function createPace(
  database: Database,
  perSecond: number,
): (id: string, work: () => Promise<void>) => Promise<void> {
  const eachMs = 1000 / perSecond;
  const take = batched<Asked>(async (wave) => {
    const values = [wave.map(({ id }) => id), eachMs];
    const [row] = await database.prepared<{ settled: string[]; wait: number | null }>(
      'notification_pace',
      TAKE,
      values,
    );
    const settled = new Set(row?.settled);
    let wait = row?.wait ?? 0;
    for (const one of wave) {
      one.settled = settled.has(one.id);
      if (one.settled) continue;
      one.wait = wait;
      wait += eachMs;
    }
  });
  return async (id, work) => {
    const asked = { id, settled: false, wait: 0 };
    await take(asked);
    if (asked.settled) return;
    if (asked.wait > 0) await sleep(asked.wait);
    await work();
  };
}
