import type { Knex } from 'knex';

/**
 * Whether admission has applied all results of a publication, as the copies here show. A release that does not know the
 * column leaves it false; the next minute's work sets it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table announcements add column applied boolean not null default false;
    create index announcements_under_way on announcements (id) where status = 'published' and not applied;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table announcements drop column applied');
}
