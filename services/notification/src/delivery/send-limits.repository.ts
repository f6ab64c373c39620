import type { AnyKind, MessageKind, MessageRequested } from '@gerbang/contracts/message-kinds';
import type { Database, Db } from '@gerbang/service-kit/data/database';

/** `all` is all of WhatsApp. */
export type Scope = 'all' | 'bulk' | 'email' | `template:${AnyKind}`;

/** A pause lasts this long, then one message tests whether the cause is gone. */
const PAUSE_SECONDS = 300;
const FIRST_RATE_PAUSE_SECONDS = 5;

/** SQL condition: sending of a message with these `channel`, `kind` and `priority` columns is paused. */
export const PAUSED = `exists (select from send_stops where until > now()
  and case channel when 'email' then scope = 'email'
    else scope in ('all', 'template:' || kind, case when priority = 'bulk' then 'bulk' end) end)`;

/** The remaining seconds for which sending of this message is paused, at most those of a pause; 0 = not paused. */
export async function pauseSeconds(
  db: Db,
  message: { kind: AnyKind; priority: MessageRequested['priority'] },
): Promise<number> {
  const scopes: Scope[] = ['all', `template:${message.kind}`];
  if (message.priority === 'bulk') scopes.push('bulk');
  const { rows } = await db.raw(
    `select coalesce(least(max(extract(epoch from until - clock_timestamp())), :most), 0)::float8 as seconds
     from send_stops where scope = any(:scopes) and until > clock_timestamp()`,
    { scopes, most: PAUSE_SECONDS },
  );
  return rows[0].seconds;
}

/** Pauses a scope; true for the one call that began the pause, so that many errors raise one alarm. */
export async function pause(
  db: Db,
  scope: Scope,
  code: number | null,
  seconds = PAUSE_SECONDS,
): Promise<boolean> {
  const { rowCount } = await db.raw(
    `insert into send_stops as s (scope, until, code) values (:scope, now() + make_interval(secs => :seconds), :code)
     on conflict (scope) do update set until = excluded.until, code = excluded.code, hits = s.hits + 1
     where s.until <= now()`,
    { scope, code, seconds },
  );
  return rowCount === 1;
}

/** How long the provider's word that a template cannot be used holds without a try: it may never tell of the end. */
const HOLD_SECONDS = 3600;

/** Holds the messages of a kind whose template the provider does not allow at present. */
export async function holdTemplate(db: Db, kind: MessageKind): Promise<void> {
  await db.raw(
    `insert into send_stops as s (scope, until) values (:scope, now() + make_interval(secs => :seconds))
     on conflict (scope) do update set until = excluded.until, hits = s.hits + 1`,
    { scope: `template:${kind}` satisfies Scope, seconds: HOLD_SECONDS },
  );
}

/** Lets the messages of a kind go on at once. They get a new number, because the queue has a later job of the old one. */
export async function releaseTemplate(db: Db, kind: MessageKind): Promise<void> {
  await db('send_stops')
    .where({ scope: `template:${kind}` satisfies Scope })
    .delete();
  await db.raw(
    `update notifications set next_attempt_at = greatest(now(), not_before), attempt = attempt + 1, renumbered_at = now()
     where kind = :kind and channel = 'whatsapp' and status in ('pending', 'retry') and lease_until < now()
       and next_attempt_at > now()
       and coalesce(reason, 'hold-template') = 'hold-template'`,
    { kind },
  );
}

/**
 * Lets the messages go on that could not be sent because the provider was not reached, and returns how many. The try is not
 * counted: nothing has left. They get a new number, because the queue has a later job of the old one.
 */
export async function releaseUnreached(db: Db): Promise<number> {
  const { rowCount } = await db.raw(
    `update notifications set next_attempt_at = now(), tries = greatest(tries - 1, 0), attempt = attempt + 1,
       renumbered_at = now()
     where channel = 'whatsapp' and status = 'retry' and reason = 'network' and lease_until < now()
       and next_attempt_at > now()`,
  );
  return rowCount ?? 0;
}

/** The kinds whose template is held. */
export async function heldKinds(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await db.raw(
    `select substr(scope, 10) as kind from send_stops where scope like 'template:%' and until > now()`,
  );
  return new Set((rows as { kind: string }[]).map(({ kind }) => kind));
}

/** Pauses everything after a rate limit: 5 s, doubled for each further one within 2 minutes, at most 5 min. */
export async function pauseForRate(db: Db, code: number | null): Promise<void> {
  await db.raw(
    `insert into send_stops as s (scope, until, code) values ('all', now() + make_interval(secs => :first), :code)
     on conflict (scope) do update set
       hits = case when s.until > now() - interval '2 minutes' then s.hits + 1 else 1 end,
       code = excluded.code,
       until = now() + make_interval(secs => least(
         :most, :first * power(2, case when s.until > now() - interval '2 minutes' then least(s.hits, 10) else 0 end)))
     where s.until <= now()`,
    { first: FIRST_RATE_PAUSE_SECONDS, most: PAUSE_SECONDS, code },
  );
}

/** Ends all pauses; at a start, because a new configuration may have removed the cause. */
export async function clearPauses(db: Db): Promise<void> {
  await db('send_stops').delete();
}

/** The unused time that may be caught up with at once. */
const CATCH_UP_MS = 250;
/** No worker reserves more than a few seconds; a later end was written before the database's clock was set back. */
const MAX_AHEAD_MS = 20_000;

/** SQL: reserves turns of the `length` in `due`; returns the `wait` until the first. */
export const TAKEN = `
    insert into send_pace as p (scope, taken_until)
    select 'bulk', clock_timestamp() - interval '${CATCH_UP_MS} ms' + length from due where length > interval '0'
    on conflict (scope) do update set taken_until = (select length from due) + greatest(
      clock_timestamp() - interval '${CATCH_UP_MS} ms',
      case when p.taken_until < clock_timestamp() + interval '${MAX_AHEAD_MS} ms' then p.taken_until end)
    returning taken_until - (select length from due) - clock_timestamp() as wait`;

const TAKE = `
  with settled as (
    select id from notifications where id = any($1::uuid[]) and status not in ('pending', 'retry')
  ), due as (select (cardinality($1::uuid[]) - count(*)) * $2::float8 * interval '1 ms' as length from settled),
  taken as (${TAKEN})
  select array(select id::text from settled) as settled,
    (select (extract(epoch from wait) * 1000)::float8 from taken) as wait`;

/**
 * Reserves consecutive turns from the end of the last reservation. Messages that were sent already get none (`settled`): a
 * restored queue repeats the events of a whole day. Returns the milliseconds until the first turn.
 */
export async function reserveTurns(
  database: Database,
  ids: readonly string[],
  eachMs: number,
): Promise<{ settled: readonly string[]; waitMs: number }> {
  const [row] = await database.prepared<{ settled: string[]; wait: number | null }>(
    'notification_pace',
    TAKE,
    [ids, eachMs],
  );
  return { settled: row?.settled ?? [], waitMs: row?.wait ?? 0 };
}
