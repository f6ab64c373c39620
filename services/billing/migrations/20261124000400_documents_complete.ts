import type { Knex } from 'knex';

/** Whether documents hold a registration back, by admission's events. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table registrations add column documents_complete jsonb not null
      default '{"observation": true, "re_enrolment": true}'
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table registrations drop column documents_complete');
}
