import type { Knex } from 'knex';

/** Ways to show a list that a member of staff keeps by name; shared ones are for all who have the owner's role. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table list_views (
      id uuid primary key,
      user_id uuid not null references users,
      list text not null,
      name text not null,
      settings jsonb not null,
      shared boolean not null,
      version integer not null default 1
    );
    create unique index list_views_name on list_views (user_id, list, lower(name));
    create index list_views_shared on list_views (list) where shared;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table list_views');
}
