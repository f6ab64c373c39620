import type { Knex } from 'knex';

/** Names are searched by their key alone: the index of names as they are written cost each copy of an account a write. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index accounts_name');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('create index accounts_name on accounts using gin (name gin_trgm_ops)');
}
