import type { Knex } from 'knex';

/**
 * The children of a family by birth date and name, in the way names are searched: a child that was entered twice is looked up, and not
 * looked for among all of its birth date.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    create index children_by_birth_and_name on children
      (parent_id, birth_date, translate(lower(full_name), '''‘’‛${'`'}´ʹʻʼʽʾʿˈˊˋ′‵＇', '')) where deleted_at is null;
    drop index children_by_birth;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create index children_by_birth on children (parent_id, birth_date) where deleted_at is null;
    drop index children_by_birth_and_name;
  `);
}
