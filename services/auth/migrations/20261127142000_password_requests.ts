import type { Knex } from 'knex';

/** Who has asked to set the password of an account that decides over money, results or accounts: a second person must, too. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table password_requests (
      user_id uuid primary key references users (id),
      requested_by uuid not null references users (id),
      requested_at timestamptz not null default now()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table password_requests');
}
