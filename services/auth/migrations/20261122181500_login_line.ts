import type { Knex } from 'knex';

/**
 * The line of logins, where there is no Redis. Unlogged: a place lasts a minute, and after a crash of the database everybody
 * joins anew.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unlogged table login_line (
      id text primary key,
      -- A keyed hash of what was typed as identifier and of the network.
      key text not null,
      since timestamptz not null,
      seen_at timestamptz not null,
      begun_at timestamptz
    ) with (fillfactor = 50);
    create unique index login_line_one_place on login_line (key) where begun_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table login_line');
}
