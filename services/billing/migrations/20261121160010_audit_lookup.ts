import { createAuditLookup } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

/** An index for reading the trail by time. */
export async function up(knex: Knex): Promise<void> {
  await createAuditLookup(knex);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index audit_events_newest');
}
