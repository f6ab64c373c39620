import type { Knex } from 'knex';

/** Counters of requests by address; worth nothing after a crash, so not logged. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create unlogged table limits (
    key text primary key,
    hits integer not null,
    until timestamptz not null
  )`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table limits');
}
