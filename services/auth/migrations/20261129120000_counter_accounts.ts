import type { Knex } from 'knex';

/** Accounts that a member of staff made at the counter and whose family has set no password yet. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table counter_accounts (
      user_id uuid primary key references users,
      made_by uuid not null,
      made_at timestamptz not null default now(),
      invited_at timestamptz
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table counter_accounts');
}
