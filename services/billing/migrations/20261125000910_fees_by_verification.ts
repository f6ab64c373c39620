import type { Knex } from 'knex';

/** Receipts of old fees are made in the order of the verifications, some at a time: without this each time reads every fee. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index registrations_by_verification on registrations (payment_verified_at, id)
      where payment_status = 'verified' and payment_amount > 0 and not deleted;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index registrations_by_verification');
}
