import type { Knex } from 'knex';

/** Of an account from the counter that a list from elsewhere made: which import. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table counter_accounts add column import_id uuid;
    create index counter_accounts_of_import on counter_accounts (import_id) where import_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table counter_accounts drop column import_id');
}
