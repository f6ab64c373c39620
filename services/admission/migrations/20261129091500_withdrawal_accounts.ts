import type { Knex } from 'knex';

/** Where money goes that a family may get back, from its request to leave until the school has decided about it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table withdrawals add column account text;
    comment on column withdrawals.account is 'sealed';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table withdrawals drop column account');
}
