import type { Knex } from 'knex';

/** Finds the bill for which a line's amount was asked, also once the amount is not kept any more. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index payment_expectations_asked on payment_expectations (account_key, transfer_amount) where unique_add > 0;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index payment_expectations_asked');
}
