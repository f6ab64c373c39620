import type { MessageRequested } from '@gerbang/contracts/message-templates';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Sealer } from '@gerbang/service-kit/data/sealing';
import { LEASE_SECONDS, messageAad } from './claims.repository.ts';
import { PAUSED } from './send-limits.repository.ts';

/** A message that was asked for, and what its template says; without values it can never be sent. */
export interface NewMessage {
  readonly id: string;
  readonly request: MessageRequested;
  readonly to: string;
  /** What the recipient's rows are found by, under the present key first. */
  readonly recipientKeys: readonly string[];
  readonly values: readonly string[] | null;
  readonly message: string | null;
  readonly reason: string | null;
}

/** Whose login number it is now: the newest active account that has it. */
const RECIPIENT = `(select id from accounts where recipient_key = any(asked.recipient_keys) and active
  order by version desc limit 1)`;

const WRITE = `
  with asked as (
    select * from jsonb_to_recordset($1::jsonb) as a(id uuid, dedupe_key text, kind text, priority text,
      recipient_sealed text, recipient_keys text[], params_sealed text, message text,
      expires_at timestamptz, reason text)
  ), fresh as (
    insert into processed_events (id, type) select id, 'message.requested' from asked
    on conflict (id) do nothing returning id
  ), judged as (
    select asked.*, ${RECIPIENT} as recipient_id,
      $2::text is not null and params_sealed is not null and coalesce(expires_at > now(), true)
        and not ${PAUSED} as begun
    from asked join fresh using (id)
  )
  insert into notifications (id, dedupe_key, kind, priority, recipient_sealed, recipient_key, recipient_id,
    params_sealed, message, expires_at, reason, status, failed_at, attempt, attempt_state, lease_until, lease_owner)
  select id, dedupe_key, kind, priority, recipient_sealed, recipient_keys[1], recipient_id, params_sealed, message,
    expires_at, reason,
    case when params_sealed is null then 'failed' else 'pending' end,
    case when params_sealed is null then now() end,
    begun::integer,
    case when begun then 'sending' else 'none' end,
    case when begun then now() + make_interval(secs => $3) else '-infinity' end,
    case when begun then $2 end
  from judged
  on conflict (dedupe_key) do nothing
  returning id, attempt_state = 'sending' as begun`;

/**
 * Writes the rows of requested messages with the marks of their events, once per event and once per dedupe key, in one
 * statement. What may be sent at once is its writer's from the start, already marked as being sent; returns which. Without
 * an owner the rows are only written.
 */
export async function insertMessages(
  database: Database,
  columns: Sealer,
  messages: readonly NewMessage[],
  owner: string | null,
): Promise<Set<string>> {
  const asked = messages.map(({ id, request, to, values, message, reason, ...row }) => ({
    id,
    dedupe_key: request.dedupeKey,
    kind: request.kind,
    priority: request.priority,
    recipient_sealed: columns.seal(to, messageAad('recipient', id)),
    recipient_keys: row.recipientKeys,
    params_sealed: values && columns.seal(values, messageAad('params', id)),
    message,
    expires_at: request.expiresAt ?? null,
    reason,
  }));
  const rows = await database.prepared<{ id: string; begun: boolean }>('notification_intake', WRITE, [
    JSON.stringify(asked),
    owner,
    LEASE_SECONDS,
  ]);
  return new Set(rows.filter(({ begun }) => begun).map(({ id }) => id));
}
