import type { Knex } from 'knex';

/** What assessors' sheets say of a registration together, a copy that admission's events keep; `id` is the registration's. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table observation_summaries (
      id uuid primary key,
      version integer not null,
      sheets integer not null,
      average float8,
      spread float8,
      recommendations jsonb not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table observation_summaries;');
}
