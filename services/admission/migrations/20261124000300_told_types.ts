import type { Knex } from 'knex';

/** Up to which version of a type the copies of registrations in other services know what it holds back. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table document_types add column told_version integer not null default 1');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table document_types drop column told_version');
}
