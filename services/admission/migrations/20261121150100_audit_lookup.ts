import type { Knex } from 'knex';

/** The trail is looked through by time. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index audit_events_newest on audit_events (at, id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index audit_events_newest');
}
