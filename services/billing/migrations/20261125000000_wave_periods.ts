import type { Knex } from 'knex';

/** The payment period that the wave of a registration proposes for its scheme; null without one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table registrations add column wave_payment_period text');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table registrations drop column wave_payment_period');
}
