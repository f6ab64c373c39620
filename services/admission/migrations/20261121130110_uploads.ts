import type { Knex } from 'knex';

/** Uploads as they count against a person's hour and day, also those that were refused. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table uploads (
      id uuid primary key,
      user_id uuid not null,
      bytes bigint not null,
      created_at timestamptz not null
    );
    create index uploads_of_user on uploads (user_id, created_at);
    create index uploads_age on uploads (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table uploads');
}
