import { TRAIL_KEPT } from '../audit/chain-head.ts';
import { APPEND_ONLY } from '../data/grants.ts';
import type { Knex } from 'knex';

// The kit's tables for tests of the kit alone; those of a service stand in its own `begin.sql`.

/** Rows that must leave the service, written in the transaction that caused them. Payloads are sealed. */
export async function createOutbox(knex: Knex): Promise<void> {
  await knex.raw(`create table outbox (
    id uuid primary key,
    type text not null,
    version bigint not null,
    queue text not null,
    sealed text not null,
    request_id text,
    created_at timestamptz not null default now(),
    relayed_at timestamptz,
    relayed_to text
  )`);
  await knex.raw('create index outbox_waiting on outbox (created_at) where relayed_at is null');
  await knex.raw('create index outbox_relayed on outbox (relayed_at) where relayed_at is not null');
}

/**
 * The outbox with one row an event: the relay chooses its queues. The first one, a row a queue, stays for the programs of
 * the release before, which run during an update: they neither see these rows nor leave theirs unsent.
 */
export async function createEventOutbox(knex: Knex): Promise<void> {
  await knex.raw(`create table outbox_events (
    id uuid primary key,
    type text not null,
    topic text not null,
    version bigint not null,
    sealed text not null,
    request_id text,
    created_at timestamptz not null default now(),
    relayed_at timestamptz,
    relayed_to text
  )`);
  await knex.raw('create index outbox_events_waiting on outbox_events (id) where relayed_at is null');
}

/** Events that were already handled, so that a repeated one has no second effect. */
export async function createProcessedEvents(knex: Knex): Promise<void> {
  await knex.raw(`create table processed_events (
    id uuid primary key,
    type text not null,
    processed_at timestamptz not null default now()
  )`);
  await knex.raw('create index processed_events_age on processed_events (processed_at)');
}

/** Answers to calls that carried an Idempotency-Key; sealed, kept for a day. */
export async function createIdempotencyKeys(knex: Knex): Promise<void> {
  await knex.raw(`create table idempotency_keys (
    user_id uuid not null,
    route text not null,
    key text not null,
    sealed text not null,
    created_at timestamptz not null default now(),
    primary key (user_id, route, key)
  )`);
}

/**
 * The audit trail and its hash chain. Rows cannot be changed, neither by a bug nor by the service's role: triggers refuse
 * it, and the append-only mark makes the migration grant only SELECT and INSERT.
 */
export async function createAuditTables(knex: Knex): Promise<void> {
  await knex.raw(`
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
    create index audit_events_actor on audit_events (actor_id, at);
    create table audit_chain (
      position bigint generated always as identity primary key,
      event_id uuid not null unique references audit_events (id),
      hash bytea not null,
      sealed_at timestamptz not null default now()
    );
  `);
  await refuseChanges(knex, 'audit_events');
  await refuseChanges(knex, 'audit_chain');
}

/** The index for listing the trail newest first (`mountAuditLookup`). */
export async function createAuditLookup(knex: Knex): Promise<void> {
  await knex.raw('create index audit_events_newest on audit_events (at, id)');
}

/** The column that says how a link's hash was made; links that are there are plain. */
export async function createChainMethod(knex: Knex): Promise<void> {
  await knex.raw(
    `alter table audit_chain add column method text not null default 'sha256' check (method in ('sha256', 'hmac-sha256'))`,
  );
}

/** Makes a table append-only (audit, ledger): a trigger for every role, and the mark for the grants. */
export async function refuseChanges(knex: Knex, table: string): Promise<void> {
  // Made once: a later migration lets rows end with the data of a family, and that form must stay.
  await knex.raw(`
    do $once$ begin
      if to_regprocedure('rows_are_append_only()') is null then
        create function rows_are_append_only() returns trigger language plpgsql as $$
        begin
          raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
        end $$;
      end if;
    end $once$`);
  await knex.raw(
    `create trigger ?? before update or delete or truncate on ??
     for each statement execute function rows_are_append_only()`,
    [`${table}_append_only`, table],
  );
  await markAppendOnly(knex, table);
}

/**
 * Allows the deletion of append-only rows after their retention period (UU 27/2022, articles 42–44), only inside a
 * function of the tables' owner that sets a flag: the service's role still cannot delete, and a mistaken DELETE by the
 * owner still hits the trigger. `end_trail` deletes the oldest sealed rows, at most `most`, and leaves an anchor with
 * position and hash of the last deleted link, from which the rest of the chain is verified.
 */
export async function createRetention(knex: Knex, trigger = 'rows_are_append_only'): Promise<void> {
  await knex.raw(
    `create or replace function ??() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('gerbang.ending', true) = 'on'
        and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
        return null;
      end if;
      raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
    end $$`,
    [trigger],
  );
  await knex.raw(`
    create table retention_runs (
      day date primary key,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      counts jsonb
    );
    create table audit_anchors (
      position bigint primary key,
      hash bytea not null,
      made_at timestamptz not null default now()
    );
    comment on table audit_anchors is '${APPEND_ONLY}';

    create function end_trail(most integer) returns integer
      language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      first_kept bigint;
      last_ended bigint;
      last_hash bytea;
      events uuid[];
    begin
      select min(c.position) into first_kept from audit_chain c join audit_events e on e.id = c.event_id
        where e.at >= now() - interval '${TRAIL_KEPT}';
      select array_agg(event_id), max(position) into events, last_ended from (
        select event_id, position from audit_chain
        where first_kept is null or position < first_kept order by position limit most
      ) as old;
      if last_ended is null then return 0; end if;
      select hash into last_hash from audit_chain where position = last_ended;
      insert into audit_anchors (position, hash) values (last_ended, last_hash);
      perform set_config('gerbang.ending', 'on', true);
      delete from audit_chain where position <= last_ended;
      delete from audit_events where id = any(events);
      perform set_config('gerbang.ending', '', true);
      return cardinality(events);
    end $$;
  `);
}

/** Marks a table, so that the service's role gets SELECT and INSERT on it and nothing else. */
export async function markAppendOnly(knex: Knex, table: string): Promise<void> {
  await knex.raw(`comment on table ?? is '${APPEND_ONLY}'`, [table]);
}

/** The read model of auth's accounts: names for the trail, phone numbers for messages. */
export async function createAccounts(knex: Knex): Promise<void> {
  await knex.raw(`create table accounts (
    id uuid primary key,
    name text,
    role text not null,
    phone text,
    active boolean not null,
    version bigint not null
  )`);
}
