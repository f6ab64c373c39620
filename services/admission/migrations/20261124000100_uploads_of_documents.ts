import type { Knex } from 'knex';

/** Pages of a child's documents count apart from other uploads. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table uploads add column kind text not null default 'file' check (kind in ('file', 'document'));
    drop index uploads_of_user;
    create index uploads_of_user on uploads (user_id, kind, created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index uploads_of_user;
    create index uploads_of_user on uploads (user_id, created_at);
    alter table uploads drop column kind;
  `);
}
