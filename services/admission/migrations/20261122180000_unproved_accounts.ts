import type { Knex } from 'knex';

/** Since when an account's number is not proved, as this service knows it: such an account without a child ends. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts add column unproved_since timestamptz;
    update accounts set unproved_since = now() where phone_verified = false;
    create index accounts_unproved on accounts (unproved_since) where unproved_since is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table accounts drop column unproved_since');
}
