import type { Knex } from 'knex';

/** The last days of all school years, for the dashboard of staff: how long each queue was at the end of a day. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index registration_days_recent on registration_days (day) include (payment_status, current_stage, n)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index registration_days_recent');
}
