import type { Knex } from 'knex';

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

/** Events that were already worked, so that a repeated one has no second effect. */
export async function createProcessedEvents(knex: Knex): Promise<void> {
  await knex.raw(`create table processed_events (
    id uuid primary key,
    type text not null,
    processed_at timestamptz not null default now()
  )`);
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
