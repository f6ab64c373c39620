import type { Knex } from 'knex';

/**
 * The version of what other services keep of a pool, apart from the one that its editors compare; and the day on which a
 * family was last reminded of its deadline.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table seat_pools add column event_version bigint not null default 0;
    alter table offers add column reminded_on date;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table offers drop column reminded_on;
    alter table seat_pools drop column event_version;
  `);
}
