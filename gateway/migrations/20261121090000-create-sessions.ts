import type { Knex } from 'knex';

/** Sessions where there is no Redis: an id only as its hash, and the lowest epoch a user's session may have. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create table sessions (
    hash text primary key,
    user_id uuid not null,
    role text not null,
    epoch integer not null,
    must_change boolean not null,
    created_at bigint not null,
    last_seen bigint not null
  )`);
  await knex.raw('create index sessions_by_user on sessions (user_id, created_at)');
  await knex.raw('create table session_epochs (user_id uuid primary key, epoch integer not null)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table session_epochs');
  await knex.raw('drop table sessions');
}
