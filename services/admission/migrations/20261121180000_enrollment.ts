import type { Knex } from 'knex';

/** The version of the confirmation that status and lock of the enrolment come from: a higher one wins. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table registrations add column confirmation_version integer not null default 0');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table registrations drop column confirmation_version');
}
