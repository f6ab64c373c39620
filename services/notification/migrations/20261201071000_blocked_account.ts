import type { Knex } from 'knex';

/** The account whose address is blocked: the account keeps the address no more, and an erasure would not find its hash. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table blocked_addresses add column account_id uuid');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table blocked_addresses drop column account_id');
}
