import type { Knex } from 'knex';

/**
 * A finer picture of each print, by which copies that were made smaller or saved again are told from other payments of the
 * same app. Prints from before have none until they are made anew; programs of the release before write none.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table file_prints add column detail bytea check (length(detail) = 18432);
    create index file_prints_to_detail on file_prints (file_id) where thumb is not null and detail is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table file_prints drop column detail');
}
