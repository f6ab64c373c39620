import type { Knex } from 'knex';

/**
 * An index of children's names and numbers for the search in the trail. It is written where a copy is new or one of them another:
 * an update of other columns finds room on its page.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    alter table registrations set (fillfactor = 80);
    create index registrations_named on registrations
      using gin (translate(lower(child_name), '''‘’‛${'`'}´ʹʻʼʽʾʿˈˊˋ′‵＇', '') gin_trgm_ops, registration_number gin_trgm_ops)
      with (gin_pending_list_limit = 512);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index registrations_named; alter table registrations reset (fillfactor)');
}
