import { setTimeout as sleep } from 'node:timers/promises';
import { batched } from '@gerbang/service-kit/events/consumers';
import type { Database } from '@gerbang/service-kit/data/database';

/** The unused time that may be caught up with at once. */
const CATCH_UP_MS = 250;
/** No worker reserves more than a few seconds; a later end was written before the database's clock was set back. */
const MAX_AHEAD_MS = 20_000;

/**
 * Reserves consecutive turns from the end of the last reservation. Messages that were sent already get none: a restored
 * queue repeats the events of a whole day.
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
      case when p.taken_until < clock_timestamp() + interval '${MAX_AHEAD_MS} ms' then p.taken_until end)
    returning taken_until - (select length from due) - clock_timestamp() as wait
  )
  select array(select id::text from settled) as settled,
    (select (extract(epoch from wait) * 1000)::float8 from taken) as wait`;

interface Turn {
  readonly id: string;
  settled: boolean;
  wait: number;
}

/**
 * Limits the work on messages to `perSecond` over all workers. Turns are reserved in the database by its clock and waited
 * for with a timer, so that setting a machine's clock delays nothing. The wait comes before the lease, so that a worker
 * that is killed meanwhile leaves no unknown outcome. Requests during a reservation share the next statement.
 */
export function createPace(
  database: Database,
  perSecond: number,
): (id: string, work: () => Promise<void>) => Promise<void> {
  const eachMs = 1000 / perSecond;
  const take = batched<Turn>(async (batch) => {
    const values = [batch.map(({ id }) => id), eachMs];
    const [row] = await database.prepared<{ settled: string[]; wait: number | null }>(
      'notification_pace',
      TAKE,
      values,
    );
    const settled = new Set(row?.settled);
    let wait = row?.wait ?? 0;
    for (const turn of batch) {
      turn.settled = settled.has(turn.id);
      if (turn.settled) continue;
      turn.wait = wait;
      wait += eachMs;
    }
  });
  return async (id, work) => {
    const turn = { id, settled: false, wait: 0 };
    await take(turn);
    if (turn.settled) return;
    if (turn.wait > 0) await sleep(turn.wait);
    await work();
  };
}
