import {
  createAuditLookup,
  createAuditTables,
  createIdempotencyKeys,
  dropAuditTables,
} from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

/**
 * What staff watch the messages by: a copy of the accounts (names; of numbers only a keyed hash), to whom a message
 * went, what a resend leaves behind, and the indexes of the list. The version rises with the status whoever changes it.
 */
export async function up(knex: Knex): Promise<void> {
  await createIdempotencyKeys(knex);
  await createAuditTables(knex);
  await createAuditLookup(knex);
  await knex.raw(`
    create extension if not exists pg_trgm;

    create table accounts (
      id uuid primary key,
      name text,
      role text not null,
      recipient_key text,
      active boolean not null,
      version bigint not null
    );
    create index accounts_recipient on accounts (recipient_key) where recipient_key is not null;
    create index accounts_name on accounts using gin (name gin_trgm_ops);

    alter table notifications
      add column recipient_id uuid,
      add column version integer not null default 1,
      add column resent_at timestamptz,
      -- Reports about this attempt and those before it are of an earlier sending.
      add column resend_floor integer not null default 0;

    create function raise_notification_version() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$;
    create trigger notifications_version before update of status on notifications
      for each row when (old.status is distinct from new.status) execute function raise_notification_version();

    drop index notifications_age;
    create index notifications_newest on notifications (created_at, id);
    create index notifications_by_status on notifications (status, created_at, id);
    create index notifications_by_kind on notifications (kind, created_at, id) include (status);
    create index notifications_by_recipient on notifications (recipient_id, created_at, id);
    create index notifications_by_number on notifications (recipient_key, created_at, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index notifications_newest, notifications_by_status, notifications_by_kind, notifications_by_recipient,
      notifications_by_number;
    create index notifications_age on notifications (created_at);
    drop trigger notifications_version on notifications;
    drop function raise_notification_version();
    alter table notifications drop column recipient_id, drop column version, drop column resent_at,
      drop column resend_floor;
    drop table accounts;
  `);
  await dropAuditTables(knex);
  await knex.raw('drop table idempotency_keys');
}
