import type { Knex } from 'knex';

/** The sweep of worked events reads by age. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index if not exists processed_events_age on processed_events (processed_at)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index if exists processed_events_age');
}
