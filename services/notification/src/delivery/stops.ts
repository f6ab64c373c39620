import type { MessageKind, MessageRequested } from '@gerbang/contracts/message-templates';
import type { Db } from '@gerbang/service-kit/data/database';

export type Scope = 'all' | 'bulk' | `template:${MessageKind}`;

/** A stop lasts this long, then one message tries whether somebody has mended the cause. */
const STOP_SECONDS = 300;
const FIRST_RATE_PAUSE_SECONDS = 5;

/** Whether sending of a message is stopped: a condition over the columns `kind` and `priority`. */
export const STOPPED = `exists (select from send_stops where until > now()
  and scope in ('all', 'template:' || kind, case when priority = 'bulk' then 'bulk' end))`;

/** How long sending of this message is stopped, in seconds; 0 = not at all. */
export async function stoppedFor(
  db: Db,
  message: { kind: MessageKind; priority: MessageRequested['priority'] },
): Promise<number> {
  const scopes: Scope[] = ['all', `template:${message.kind}`];
  if (message.priority === 'bulk') scopes.push('bulk');
  const { rows } = await db.raw(
    `select coalesce(max(extract(epoch from until - now())), 0)::float8 as seconds
     from send_stops where scope = any(:scopes) and until > now()`,
    { scopes },
  );
  return rows[0].seconds;
}

/** Stops a scope; true for the one call that began the stop, so that a storm raises one alarm. */
export async function stop(db: Db, scope: Scope, code: number | null): Promise<boolean> {
  const { rowCount } = await db.raw(
    `insert into send_stops as s (scope, until, code) values (:scope, now() + make_interval(secs => :seconds), :code)
     on conflict (scope) do update set until = excluded.until, code = excluded.code, hits = s.hits + 1
     where s.until <= now()`,
    { scope, code, seconds: STOP_SECONDS },
  );
  return rowCount === 1;
}

/** Pauses everything for a rate limit: 5 s, twice as long for each one that follows within 2 minutes, at most 5 min. */
export async function pauseForRate(db: Db, code: number | null): Promise<void> {
  await db.raw(
    `insert into send_stops as s (scope, until, code) values ('all', now() + make_interval(secs => :first), :code)
     on conflict (scope) do update set
       hits = case when s.until > now() - interval '2 minutes' then s.hits + 1 else 1 end,
       code = excluded.code,
       until = now() + make_interval(secs => least(
         :most, :first * power(2, case when s.until > now() - interval '2 minutes' then least(s.hits, 10) else 0 end)))
     where s.until <= now()`,
    { first: FIRST_RATE_PAUSE_SECONDS, most: STOP_SECONDS, code },
  );
}

/** A restart brings a new configuration, which may be the mend: what was stopped tries again. */
export async function clearStops(db: Db): Promise<void> {
  await db('send_stops').delete();
}
