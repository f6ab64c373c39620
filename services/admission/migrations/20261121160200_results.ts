import type { Knex } from 'knex';

/** Which announcement gave a registration its result: told again, it changes nothing. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table registrations add column result_announcement_id uuid');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table registrations drop column result_announcement_id');
}
