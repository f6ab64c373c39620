import { MESSAGE_KINDS } from '@gerbang/contracts/message-kinds';
import { createProcessedEvents } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

const KINDS = MESSAGE_KINDS.map((kind) => `'${kind}'`).join(', ');

/** Messages with their delivery, what stops sending, and webhooks that overtook their message. */
export async function up(knex: Knex): Promise<void> {
  await createProcessedEvents(knex);
  await knex.raw(`
    create table notifications (
      id uuid primary key,
      dedupe_key text not null unique,
      kind text not null check (kind in (${KINDS})),
      priority text not null check (priority in ('code', 'normal', 'bulk')),
      -- Sealed with the column keys; the parameters of a code are erased when it is sent or dead.
      recipient_sealed text not null,
      recipient_key text not null,
      params_sealed text,
      -- The text without any code.
      message text,
      status text not null default 'pending' check (status in ('pending', 'retry', 'sent', 'delivered', 'failed')),
      reason text,
      error_code integer,
      attempt integer not null default 0,
      tries integer not null default 0,
      unknowns integer not null default 0,
      attempt_state text not null default 'none' check (attempt_state in ('none', 'sending', 'unknown')),
      next_attempt_at timestamptz not null default now(),
      lease_until timestamptz not null default '-infinity',
      lease_owner text,
      expires_at timestamptz,
      renumbered_at timestamptz not null default now(),
      wamid text unique,
      created_at timestamptz not null default now(),
      sent_at timestamptz,
      delivered_at timestamptz,
      read_at timestamptz,
      failed_at timestamptz
    );
    create index notifications_due on notifications (next_attempt_at) where status in ('pending', 'retry');
    create index notifications_waiting_recipient on notifications (recipient_key) where status in ('pending', 'retry');
    create index notifications_age on notifications (created_at);

    create table send_stops (
      -- 'all', 'bulk' or 'template:<kind>'
      scope text primary key,
      until timestamptz not null,
      code integer,
      hits integer not null default 1
    );

    create table early_webhooks (
      wamid text not null,
      status text not null,
      reference text,
      error_code integer,
      at timestamptz not null,
      received_at timestamptz not null default now(),
      primary key (wamid, status)
    );
    create index early_webhooks_age on early_webhooks (received_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table early_webhooks; drop table send_stops; drop table notifications; drop table processed_events',
  );
}
