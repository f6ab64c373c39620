import type { Knex } from 'knex';

/**
 * A correction of a result may give a seat although none is free, where the school says why. What families read of a
 * correction names the day of the first publication.
 *
 * Contracts: the check only grew wider; a program of the release before keeps to the capacity by itself.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table seat_pools drop constraint seat_pools_taken;
    alter table seat_pools add constraint seat_pools_taken check (taken >= 0);
    alter table published_announcements add column first_published_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table published_announcements drop column first_published_at;
    alter table seat_pools drop constraint seat_pools_taken;
    alter table seat_pools add constraint seat_pools_taken check (taken >= 0 and taken <= offer_limit);
  `);
}
