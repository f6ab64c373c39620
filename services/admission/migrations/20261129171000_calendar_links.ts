import type { Knex } from 'knex';

/** The secret address of a calendar that a member of the staff subscribes to; of the address only a hash is kept. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table calendar_links (
      user_id uuid primary key,
      token_hash bytea not null unique,
      created_at timestamptz not null default now()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table calendar_links;');
}
