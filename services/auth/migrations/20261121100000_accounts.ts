import { createIdempotencyKeys, createOutbox } from '@gerbang/service-kit/data/kit-tables';
import { ROLES } from '@gerbang/domain/roles';
import type { Knex } from 'knex';

const ROLE_LIST = ROLES.map((role) => `'${role}'`).join(', ');

/** Users, reset codes, counters of failures, the audit trail. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users (
      id uuid primary key,
      email text not null check (email = lower(email) and length(email) between 3 and 254),
      name text check (length(name) between 1 and 100),
      role text not null default 'wali_murid' check (role in (${ROLE_LIST})),
      contact_phone text check (contact_phone ~ '^\\+[1-9][0-9]{6,14}$'),
      password_hash text not null check (password_hash like '$argon2id$%'),
      must_change_password boolean not null default false,
      session_epoch integer not null default 0 check (session_epoch >= 0),
      demo boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    -- A deleted user's e-mail and phone are free again.
    create unique index users_email_active on users (email) where deleted_at is null;
    create unique index users_phone_active on users (contact_phone) where deleted_at is null;
    create index users_newest on users (created_at, id) where deleted_at is null;
    create index users_by_name on users (lower(coalesce(name, '')), id) where deleted_at is null;
    create index users_active_role on users (role) where deleted_at is null;

    create table password_reset_codes (
      id uuid primary key,
      -- The user's id, or a keyed hash of an e-mail that nobody has: both leave the same traces and take the same time.
      account_key text not null,
      user_id uuid references users (id),
      salt bytea not null,
      code_hash bytea not null,
      attempts integer not null default 0 check (attempts between 0 and 5),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      voided_at timestamptz
    );
    create unique index password_reset_codes_live on password_reset_codes (account_key)
      where used_at is null and voided_at is null;
    create index password_reset_codes_recent on password_reset_codes (account_key, created_at);
    create index password_reset_codes_age on password_reset_codes (created_at);

    create table password_reset_guards (
      account_key text primary key,
      wrong integer not null default 0,
      closed_until timestamptz,
      updated_at timestamptz not null default now()
    );

    create table throttles (
      kind text not null check (kind in ('address', 'identifier', 'reset_address')),
      key text not null,
      count integer not null,
      window_started_at timestamptz not null default now(),
      last_at timestamptz not null default now(),
      blocked_until timestamptz,
      primary key (kind, key)
    );
    create index throttles_age on throttles (last_at);

    create table audit_events (
      id uuid primary key,
      at timestamptz not null default now(),
      action text not null,
      actor_id uuid,
      actor_name text,
      actor_role text,
      subject_id uuid,
      details jsonb not null default '{}',
      request_id text,
      address text
    );
    create index audit_events_subject on audit_events (subject_id, at);

    create table audit_chain (
      position bigint generated always as identity primary key,
      event_id uuid not null unique references audit_events (id),
      hash bytea not null,
      sealed_at timestamptz not null default now()
    );

    create function audit_is_append_only() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit trail is append-only' using errcode = 'insufficient_privilege';
    end $$;
    create trigger audit_events_append_only before update or delete or truncate on audit_events
      for each statement execute function audit_is_append_only();
    create trigger audit_chain_append_only before update or delete or truncate on audit_chain
      for each statement execute function audit_is_append_only();
  `);
  await createOutbox(knex);
  await createIdempotencyKeys(knex);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table outbox, idempotency_keys, audit_chain, audit_events, throttles, password_reset_guards, password_reset_codes, users;
    drop function audit_is_append_only();
  `);
}
