import type { Knex } from 'knex';

/** Since when a request to leave is known to those who decide it: each is in one digest. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table withdrawals add column digested_at timestamptz');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table withdrawals drop column digested_at');
}
