import type { MessageKind, MessageRequested } from '@gerbang/contracts/message-templates';
import { deleteOldProcessedEvents } from '@gerbang/service-kit/events/consumers';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { Bell } from './send-job.ts';
import { STOPPED } from './stops.ts';

export const LEASE_SECONDS = 60;
/** So often may nobody know what became of a message before it is given up: it was sent as often at most. */
export const MOST_UNKNOWNS = 2;

/** A message that a worker has in hand. */
export interface Claim {
  readonly id: string;
  readonly kind: MessageKind;
  readonly priority: MessageRequested['priority'];
  readonly recipient_key: string;
  readonly attempt: number;
  /** The name that it is leased under. */
  readonly owner: string;
  readonly tries: number;
  readonly unknowns: number;
  readonly age_seconds: number;
  /** The state that the last attempt was left in; `sending` = its worker died in the middle. */
  readonly prior: 'none' | 'sending' | 'unknown';
}

/** As it comes from the table. */
export interface Taken extends Claim {
  readonly recipient_sealed: string;
  readonly params_sealed: string | null;
  readonly expired: boolean;
  /** It may be sent now and is marked as being sent. */
  readonly begun: boolean;
}

/** Places of the sealed columns: a value does not open in another row or column. */
export const place = (column: 'recipient' | 'params', id: string) => `notifications:${column}:${id}`;

const CLAIM = `
  with due as (
    select id, attempt_state as prior, coalesce(expires_at <= now(), false) as expired,
      unknowns + (attempt_state = 'sending')::integer as known_unknowns,
      (attempt_state <> 'sending' or priority = 'code') and params_sealed is not null and not ${STOPPED} as free
    from notifications
    where id = $1 and status in ('pending', 'retry') and lease_until < now() and next_attempt_at <= now()
    for update
  ), judged as (select *, free and not expired and known_unknowns < ${MOST_UNKNOWNS} as begun from due)
  update notifications n
  set lease_until = now() + make_interval(secs => $3), attempt = attempt + 1, lease_owner = $2,
    attempt_state = case when begun then 'sending' else attempt_state end,
    unknowns = case when begun then known_unknowns else unknowns end
  from judged where n.id = judged.id
  returning n.id, n.kind, n.priority, n.recipient_sealed, n.recipient_key, n.params_sealed, n.attempt,
    n.lease_owner as owner, n.tries, n.unknowns, prior, expired, begun,
    extract(epoch from now() - coalesce(n.resent_at, n.created_at))::float8 as age_seconds`;

/**
 * Takes the lease of a due message; null where it is not due, done, or another worker's. A row that somebody looks at
 * under a lock (a report, a resend) is waited for: to pass it over would waste the bell, and the next one is far away.
 * What may be sent now (alive, not stopped, its outcomes before known or allowed once more) is marked as being sent in
 * the same statement, so that a crash from here on is known to have an unknown outcome; `unknowns` counts the one before
 * it, which makes every second send traceable.
 */
export async function claim(database: Database, id: string, owner: string): Promise<Taken | null> {
  const [row] = await database.prepared<Taken>('notification_claim', CLAIM, [id, owner, LEASE_SECONDS]);
  return row ?? null;
}

/** Sets a message free that is leased under one of these names, under which nothing was begun; whether it was. */
export async function freeLease(db: Db, id: string, names: readonly string[]): Promise<boolean> {
  const { rowCount } = await db.raw(
    `update notifications set lease_until = '-infinity',
       attempt_state = case when unknowns > 0 then 'unknown' else 'none' end
     where id = :id and lease_owner = any(:names) and attempt_state = 'sending' and status in ('pending', 'retry')`,
    { id, names: [...names] },
  );
  return rowCount === 1;
}

const SENT = `
  update notifications n set
    status = case when status in ('pending', 'retry') then 'sent' else status end,
    sent_at = coalesce(sent_at, now()), wamid = coalesce(n.wamid, a.wamid), attempt_state = 'none',
    lease_until = '-infinity', reason = case when status in ('pending', 'retry') then null else reason end,
    params_sealed = case when priority = 'code' then null else params_sealed end
  from unnest($1::uuid[], $2::text[]) as a(id, wamid)
  where n.id = a.id`;

/** The provider took these. A webhook may have been faster: a status never goes back. */
export async function markSent(
  database: Database,
  accepted: readonly { readonly id: string; readonly wamid: string }[],
): Promise<void> {
  const values = [accepted.map(({ id }) => id), accepted.map(({ wamid }) => wamid)];
  await database.prepared('notification_sent', SENT, values);
}

/** Gives the row back for a later try; nothing where a webhook or another worker has moved it meanwhile. */
export async function release(
  db: Db,
  row: Claim,
  next: {
    readonly seconds: number;
    readonly status?: 'retry';
    readonly state?: Claim['prior'];
    readonly reason?: string;
    readonly code?: number | null;
    readonly countTry?: boolean;
    readonly countUnknown?: boolean;
  },
): Promise<boolean> {
  const { rowCount } = await db.raw(
    `update notifications set
       status = coalesce(:status::text, status), attempt_state = :state, lease_until = '-infinity',
       next_attempt_at = now() + make_interval(secs => :seconds), reason = coalesce(:reason::text, reason),
       error_code = coalesce(:code::integer, error_code), tries = tries + :tries, unknowns = unknowns + :unknowns
     where id = :id and attempt = :attempt and lease_owner = :owner and status in ('pending', 'retry')`,
    {
      id: row.id,
      attempt: row.attempt,
      owner: row.owner,
      status: next.status ?? null,
      state: next.state ?? 'none',
      seconds: next.seconds,
      reason: next.reason ?? null,
      code: next.code ?? null,
      tries: next.countTry ? 1 : 0,
      unknowns: next.countUnknown ? 1 : 0,
    },
  );
  return rowCount === 1;
}

/** Ends a message that will not be sent any more; its code is erased. */
export async function markFailed(db: Db, row: Claim, reason: string, code?: number | null): Promise<void> {
  await db.raw(
    `update notifications set status = 'failed', reason = :reason, error_code = coalesce(:code::integer, error_code),
       failed_at = now(), attempt_state = 'none', lease_until = '-infinity', tries = tries + 1,
       params_sealed = case when priority = 'code' then null else params_sealed end
     where id = :id and attempt = :attempt and lease_owner = :owner and status in ('pending', 'retry')`,
    { id: row.id, attempt: row.attempt, owner: row.owner, reason, code: code ?? null },
  );
}

/** Lets everything to one person wait (131056). */
export async function restRecipient(db: Db, key: string, seconds: number): Promise<void> {
  await db.raw(
    `update notifications
     set next_attempt_at = greatest(next_attempt_at, now() + make_interval(secs => :seconds))
     where recipient_key = :key and status in ('pending', 'retry')`,
    { key, seconds },
  );
}

/**
 * When to ring again for a message that could not be taken. One that waits (or fell due this moment) gets a new number,
 * because a finished job's id is taken. One that somebody has in hand is looked at when the lease is over: a queue gives a
 * killed worker's job back long before, and with that bell spent only the sweeper would know of it (reliability, F1 and
 * G20). Null where nothing is left to do.
 */
export async function nextBell(db: Db, id: string): Promise<{ bell: Bell; waitMs: number } | null> {
  const waiting = await db.raw(
    `update notifications set attempt = attempt + 1, renumbered_at = now()
     where id = :id and status in ('pending', 'retry') and lease_until < now()
     returning attempt, priority, extract(epoch from greatest(next_attempt_at - now(), interval '0'))::float8 as seconds,
       null as lease`,
    { id },
  );
  const leased = await db.raw(
    `select attempt, priority, extract(epoch from lease_until - now())::float8 as seconds,
       floor(extract(epoch from lease_until) * 1000)::float8 as lease
     from notifications where id = :id and status in ('pending', 'retry') and lease_until >= now()`,
    { id },
  );
  const [row] = [...waiting.rows, ...leased.rows];
  if (!row) return null;
  const { attempt, priority, lease, seconds } = row;
  return { bell: { id, attempt, priority, ...(lease !== null && { lease }) }, waitMs: seconds * 1000 };
}

/** Due rows for the sweeper, the important first. One that is due for 5 minutes gets a new number: its job is lost. */
export async function dueRows(db: Db, limit: number): Promise<Bell[]> {
  await db.raw(
    `update notifications set attempt = attempt + 1, renumbered_at = now()
     where status in ('pending', 'retry') and lease_until < now() and next_attempt_at < now() - interval '5 minutes'
       and renumbered_at < now() - interval '5 minutes'`,
  );
  const { rows } = await db.raw(
    `select id, attempt, priority from notifications
     where status in ('pending', 'retry') and lease_until < now() and next_attempt_at <= now()
     order by array_position(array['code', 'normal', 'bulk'], priority), next_attempt_at limit ?`,
    [limit],
  );
  return rows;
}

/** Codes that are dead are erased and never sent (reliability, N8). */
export async function endExpired(db: Db): Promise<void> {
  await db.raw(
    `update notifications set status = 'failed', reason = 'expired', failed_at = now(), params_sealed = null
     where status in ('pending', 'retry') and expires_at <= now() and lease_until < now()`,
  );
}

/** Forgets stored answers and worked events that no rule looks at any more; texts end by `retentionRules`. */
export async function forgetWork(db: Db): Promise<void> {
  await db.raw(`
    delete from idempotency_keys where created_at < now() - interval '1 day';
    delete from outbox where relayed_at < now() - interval '1 day';
  `);
  await deleteOldProcessedEvents(db);
}
