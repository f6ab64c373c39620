import { ALL_KINDS, type AnyKind, type MessageRequested } from '@gerbang/contracts/message-kinds';
import type { MessageChannel } from '@gerbang/domain/messages';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { PAUSED } from './send-limits.repository.ts';

export const LEASE_SECONDS = 60;
/** A message is given up after this many sends with an unknown outcome, each of which may have arrived. */
export const MAX_UNKNOWNS = 2;

/** A message that a worker has leased. */
export interface Claim {
  readonly id: string;
  readonly kind: AnyKind;
  readonly priority: MessageRequested['priority'];
  readonly recipient_key: string;
  readonly attempt: number;
  /** The name of the lease. */
  readonly owner: string;
  readonly tries: number;
  readonly unknowns: number;
  readonly age_seconds: number;
  /** The state of the last attempt; `sending` = its worker died while sending. */
  readonly prior: 'none' | 'sending' | 'unknown';
}

/** A claim with what the row holds. */
export interface Taken extends Claim {
  readonly recipient_sealed: string;
  readonly params_sealed: string | null;
  readonly expired: boolean;
  /** Whether it may be sent now and is marked as being sent. */
  readonly begun: boolean;
}

/** The additional authenticated data of the sealed columns: a value does not open in another row or column. */
export const messageAad = (column: 'recipient' | 'params', id: string) => `notifications:${column}:${id}`;

/** During an update the rows of a newer release's kinds wait for its worker: this one has no text for them. */
const KNOWN = `kind in (${ALL_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

/** SQL condition: a message that goes by this way is due and no worker has it. */
export const dueBy = (channel: MessageChannel) =>
  `channel = '${channel}' and status in ('pending', 'retry') and lease_until < now() and next_attempt_at <= now()
    and ${KNOWN}`;

/** SQL: the moment from which the message of a row could be sent. */
export const sendableSince = (row: string) =>
  `coalesce(${row}.resent_at, greatest(${row}.created_at, ${row}.not_before))`;

/**
 * Leases the messages of a condition, which locks them: $2 is the lease's name, $3 its seconds. `more` = what else is to be
 * returned of the row `n`.
 */
export const leaseWhere = (which: string, more = '') => `
  with due as (
    select id, attempt_state as prior, coalesce(expires_at <= now(), false) as expired,
      unknowns + (attempt_state = 'sending')::integer as known_unknowns,
      (attempt_state <> 'sending' or priority = 'code') and params_sealed is not null and not ${PAUSED} as free
    from notifications where ${which}
  ), judged as (select *, free and not expired and known_unknowns < ${MAX_UNKNOWNS} as begun from due)
  update notifications n
  set lease_until = now() + make_interval(secs => $3), attempt = attempt + 1, lease_owner = $2,
    attempt_state = case when begun then 'sending' else attempt_state end,
    unknowns = case when begun then known_unknowns else unknowns end
  from judged where n.id = judged.id
  returning n.id, n.kind, n.priority, n.recipient_sealed, n.recipient_key, n.params_sealed, n.attempt,
    n.lease_owner as owner, n.tries, n.unknowns, prior, expired, begun,
    extract(epoch from clock_timestamp() - ${sendableSince('n')})::float8 as age_seconds${more}`;

const CLAIM = leaseWhere(`id = $1 and ${dueBy('whatsapp')} for update`);

/**
 * Leases a due message; null if it is not due, done, or leased by another worker. It waits for a row that is locked by a
 * report or a resend: skipping it would use up the job, and the next one comes much later. A message that may be sent now
 * (not expired, not paused, earlier outcomes known or one more send allowed) is marked as being sent in the same
 * statement, so that after a crash its outcome counts as unknown; `unknowns` makes every second send traceable.
 */
export async function claim(database: Database, id: string, owner: string): Promise<Taken | null> {
  const [row] = await database.prepared<Taken>('notification_claim', CLAIM, [id, owner, LEASE_SECONDS]);
  return row ?? null;
}

/** Releases a message leased under one of these names, if nothing was sent under them; returns whether it did. */
export async function freeLease(db: Db, id: string, names: readonly string[]): Promise<boolean> {
  const { rowCount } = await db.raw(
    `update notifications set lease_until = '-infinity',
       attempt_state = case when unknowns > 0 then 'unknown' else 'none' end
     where id = :id and lease_owner = any(:names) and attempt_state = 'sending' and status in ('pending', 'retry')`,
    { id, names: [...names] },
  );
  return rowCount === 1;
}

/** Delays all messages to one recipient (provider error 131056). */
export async function restRecipient(db: Db, key: string, seconds: number): Promise<void> {
  await db.raw(
    `update notifications
     set next_attempt_at = greatest(next_attempt_at, now() + make_interval(secs => :seconds))
     where recipient_key = :key and channel = 'whatsapp' and status in ('pending', 'retry')`,
    { key, seconds },
  );
}
