import type { Knex } from 'knex';

/** When it was noted that a child came to its slot, or did not. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table observation_bookings add column checked_in_at timestamptz;
    update observation_bookings set checked_in_at = updated_at where status in ('attended', 'absent');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table observation_bookings drop column checked_in_at');
}
