import type { Knex } from 'knex';

/** When the operator was last told that a part of the portal does not answer, so that it is at most once an hour. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create table operator_notices (cause text primary key, told_at timestamptz not null)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table operator_notices');
}
