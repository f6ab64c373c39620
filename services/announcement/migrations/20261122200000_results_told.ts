import type { Knex } from 'knex';

/** Whether admission has been told what families read of the results; of publications by the release before it has not. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table announcements add column told boolean not null default false;
    create index announcements_untold on announcements (id) where status = 'published' and not told;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table announcements drop column told');
}
