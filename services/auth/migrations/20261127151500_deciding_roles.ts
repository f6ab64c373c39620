import type { Knex } from 'knex';

/** When an account last left a role that decides over money, results or accounts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table users add column was_deciding_at timestamptz');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users drop column was_deciding_at');
}
