import type { Knex } from 'knex';

/** The moment before which a message must not be sent: families get none at night. Null = it may leave at once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table notifications add column not_before timestamptz');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table notifications drop column not_before');
}
