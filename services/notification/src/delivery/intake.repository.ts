import { ALWAYS_TOLD, type MessageRequested, SECURITY_NOTICES } from '@gerbang/contracts/message-kinds';
import type { MessageChannel } from '@gerbang/domain/messages';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Sealer } from '@gerbang/service-kit/data/sealing';
import type { InboxEntry } from '../notifications/inbox.copy.ts';
import { LEASE_SECONDS, messageAad } from './claims.repository.ts';
import { PAUSED } from './send-limits.repository.ts';

/** A message that was asked for, and what its template says; without values it can never be sent. */
export interface NewMessage {
  readonly id: string;
  readonly request: MessageRequested;
  /** The way for which it was asked; what its account chose comes before `whatsapp`. */
  readonly channel: MessageChannel;
  readonly to: string;
  /** Whether its account has no number: it goes by letter where the account takes letters, else it is in the inbox alone. */
  readonly isNumberless: boolean;
  /** What the recipient's rows are found by, under the present key first. */
  readonly recipientKeys: readonly string[];
  readonly values: readonly string[] | null;
  readonly message: string | null;
  /** The values and the text without a word of the family's, for a number that its account has not proved. */
  readonly plain: { readonly values: readonly string[]; readonly message: string } | null;
  /** What the account's inbox shows; null where it is in none. */
  readonly entry: InboxEntry | null;
  readonly reason: string | null;
}

/** How many messages a number may get; codes have limits where they are made. */
export interface MessageLimits {
  /** Messages of a day, bulk messages and security notices not counted. */
  readonly aDay: number;
  /** Security notices of a day. */
  readonly noticesADay: number;
  /** All messages of a day, and ever, to a number that its account has not proved. */
  readonly unprovedADay: number;
  readonly unproved: number;
}

/** The account that logs in by the number: the newest active one. A message may say of its proof before the copy does. */
const RECIPIENT = `(select id, coalesce(not phone_verified, false) and not is_told_proved as has_unproved from accounts
  where recipient_key = any(asked.recipient_keys) and active order by version desc limit 1)`;

/** Whether letters to the address came back, so that none goes there any more. */
const IS_BLOCKED = `(channel = 'email'
  and exists (select from blocked_addresses where address_key = any(asked.recipient_keys)))`;

/** The way of a message: by letter where its account chose that for the kind, or has no number, and takes letters ($9). */
const WAY = `case when is_numberless and $9::boolean and exists (
    select from accounts taker where taker.id = user_id and taker.active and taker.email is not null)
  then 'email' when channel = 'whatsapp' and $9::boolean and priority <> 'code' and exists (
    select from message_settings chosen join accounts taker on taker.id = chosen.account_id
    where chosen.account_id = recipient.id and chosen.kind = asked.kind and chosen.channel = 'email'
      and taker.active and taker.email is not null)
  then 'email' else channel end`;

const WRITE = `
  with asked as (
    select * from jsonb_to_recordset($1::jsonb) as a(id uuid, dedupe_key text, kind text, priority text, channel text,
      user_id uuid,
      recipient_sealed text, recipient_keys text[], params_sealed text, message text,
      plain_sealed text, plain_message text, expires_at timestamptz, not_before timestamptz, reason text,
      account_id uuid, entry_text text, entry_link text, is_told_proved boolean,
      is_numberless boolean)
  ), fresh as (
    insert into processed_events (id, type) select id, 'message.requested' from asked
    on conflict (id) do nothing returning id
  ), known as (
    select asked.*, coalesce(user_id, recipient.id) as recipient_id, ${IS_BLOCKED} as is_blocked, way, is_unproved,
      is_unproved and kind = any($10) as is_needed,
      case when is_unproved and kind <> all($10) then 'limit-unproved' when kind = any($7) then 'limit-notices' else 'limit' end
        as limited_by,
      params_sealed is not null and not ${IS_BLOCKED}
        and (priority = 'normal' or priority = 'bulk' and is_unproved and kind <> all($10)) as is_counted
    from asked join fresh using (id) left join lateral ${RECIPIENT} as recipient on true
      cross join lateral (select ${WAY} as way) as chosen_way
      -- The address of a letter is proved.
      cross join lateral (select coalesce(has_unproved, false) and way = 'whatsapp' as is_unproved) as proof
  ), keyed as (
    -- Security notices, and what an unproved number must be told, are counted in rows of their own.
    select *, recipient_keys[1] || case when limited_by = 'limit-notices' then ':notices' when is_needed then ':needed' else '' end
      as room_key from known
  ), room as materialized (
    select room_key, take_message_room(room_key, count(*)::integer,
      case limited_by when 'limit' then $4::integer when 'limit-unproved' then $5::integer else $8::integer end,
      case when limited_by = 'limit-unproved' then $6::integer end) as taken
    from keyed where is_counted group by room_key, limited_by order by 1
  ), placed as (
    select keyed.*, is_counted and row_number() over (partition by room_key, is_counted order by keyed.id)
      > coalesce(taken, 0) as is_held
    from keyed left join room using (room_key)
  ), judged as (
    select id, dedupe_key, kind, priority, way as channel, recipient_sealed, recipient_keys, recipient_id, expires_at, not_before,
      is_unproved, is_held, coalesce(account_id, recipient_id) as account_id, entry_text, entry_link,
      case when is_blocked then 'address-blocked' when is_held then limited_by
        when is_numberless and way = 'whatsapp' then 'no-number' else reason end as reason,
      case when is_held or is_blocked or is_numberless and way = 'whatsapp' then null when is_unproved then plain_sealed else params_sealed end as params_sealed,
      case when is_unproved then plain_message else message end as message,
      $2::text is not null and way = 'whatsapp' and params_sealed is not null and not is_held and not is_numberless
        and coalesce(expires_at > now(), true) and coalesce(not_before <= now(), true) and not ${PAUSED} as begun
    from placed
  ), written as (
  insert into notifications (id, dedupe_key, kind, priority, channel, recipient_sealed, recipient_key, recipient_id,
    params_sealed, message, expires_at, not_before, next_attempt_at, reason, status, failed_at, attempt, attempt_state,
    lease_until, lease_owner)
  select id, dedupe_key, kind, priority, channel, recipient_sealed, recipient_keys[1], recipient_id, params_sealed, message,
    expires_at, not_before, greatest(now(), not_before), reason,
    case when params_sealed is null then 'failed' else 'pending' end,
    case when params_sealed is null then now() end,
    begun::integer,
    case when begun then 'sending' else 'none' end,
    case when begun then now() + make_interval(secs => $3) else '-infinity' end,
    case when begun then $2 end
  from judged
  on conflict (dedupe_key) do nothing
  returning id, attempt_state = 'sending' as begun
  ), filed as (
    -- Whatever becomes of the message on its channel.
    insert into inbox (id, account_id, kind, text, link)
    select id, account_id, kind, entry_text, entry_link from written join judged using (id)
    where account_id is not null and entry_text is not null
  ) select id, written.begun, is_unproved as plain from written join judged using (id)`;

/**
 * Writes the rows of requested messages with the marks of their events and the entries of the inboxes, once per event and once per dedupe key, in one
 * statement. What may be sent at once is its writer's from the start, already marked as being sent; returns which, and
 * whether its plain values are to be sent. What is over a limit is written as failed, without its values. Without an owner
 * the rows are only written.
 */
export async function insertMessages(
  database: Database,
  columns: Sealer,
  messages: readonly NewMessage[],
  owner: string | null,
  limits: MessageLimits,
  sendsLetters: boolean,
): Promise<Map<string, { plain: boolean }>> {
  const asked = messages.map(({ id, request, to, values, message, plain, entry, reason, ...row }) => ({
    id,
    dedupe_key: request.dedupeKey,
    kind: request.kind,
    priority: request.priority,
    channel: row.channel,
    user_id: request.letter?.userId ?? (row.isNumberless ? request.accountId : null),
    is_numberless: row.isNumberless,
    recipient_sealed: columns.seal(to, messageAad('recipient', id)),
    recipient_keys: row.recipientKeys,
    params_sealed: values && columns.seal(values, messageAad('params', id)),
    message,
    plain_sealed: plain && columns.seal(plain.values, messageAad('params', id)),
    plain_message: plain?.message ?? null,
    expires_at: request.expiresAt ?? null,
    not_before: request.notBefore ?? null,
    reason,
    account_id: request.accountId,
    entry_text: entry?.text,
    entry_link: entry?.link,
    is_told_proved: request.proved ?? false,
  }));
  const rows = await database.prepared<{ id: string; begun: boolean; plain: boolean }>(
    'notification_intake',
    WRITE,
    [
      JSON.stringify(asked),
      owner,
      LEASE_SECONDS,
      limits.aDay,
      limits.unprovedADay,
      limits.unproved,
      SECURITY_NOTICES,
      limits.noticesADay,
      sendsLetters,
      ALWAYS_TOLD,
    ],
  );
  return new Map(rows.filter(({ begun }) => begun).map(({ id, plain }) => [id, { plain }]));
}
