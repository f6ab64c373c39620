import { createAuditLookup } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

/** The trail is looked through by time and by person. */
export async function up(knex: Knex): Promise<void> {
  await createAuditLookup(knex);
  await knex.raw('create index audit_events_actor on audit_events (actor_id, at)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index audit_events_actor, audit_events_newest');
}
