import type { Knex } from 'knex';

/** When a family opened the published result of a registration for the first time. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table registrations add column result_opened_at timestamptz');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table registrations drop column result_opened_at');
}
