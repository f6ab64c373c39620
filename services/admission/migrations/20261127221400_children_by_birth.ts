import type { Knex } from 'knex';

/** Finds the children whom a family may have entered twice without comparing the names of all. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'create index children_by_birth on children (parent_id, birth_date) where deleted_at is null',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index children_by_birth');
}
