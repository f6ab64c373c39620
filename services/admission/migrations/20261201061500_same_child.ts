import type { Knex } from 'knex';

/** Children by name, in the way names are searched, and birth date: one that was entered twice is looked up. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    create index children_by_name_and_birth on children
      (translate(lower(full_name), '''‘’‛${'`'}´ʹʻʼʽʾʿˈˊˋ′‵＇', ''), birth_date) where deleted_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index children_by_name_and_birth');
}
