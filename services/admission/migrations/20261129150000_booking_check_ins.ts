import type { Knex } from 'knex';

/** When it was noted that a child came to its slot, or did not; up to whom families were told of a new slot. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table observation_bookings add column checked_in_at timestamptz;
    alter table observation_slots add column told_after uuid;
    update observation_bookings set checked_in_at = updated_at where status in ('attended', 'absent');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table observation_bookings drop column checked_in_at; alter table observation_slots drop column told_after',
  );
}
