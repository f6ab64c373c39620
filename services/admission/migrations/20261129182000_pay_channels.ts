import type { Knex } from 'knex';

const TABLES = ['registrations', 'registration_payment_events', 'fee_differences'];

/** How a fee came that a provider of payments was paid for: beside the request that settled it, for pages and the books. */
export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES) {
    await knex.raw(`alter table ${table} add column pay_channel text check (pay_channel in ('va', 'qris')),
      add constraint ${table}_pay_channel check (pay_channel is null or settled_by_pay_request_id is not null)`);
  }
}

/** Only where no fee came through a provider yet. */
export async function down(knex: Knex): Promise<void> {
  for (const table of TABLES) await knex.raw(`alter table ${table} drop column pay_channel`);
}
