import { markAppendOnly } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

/** The service's own role may read and append the trail, and nothing else. */
export async function up(knex: Knex): Promise<void> {
  await markAppendOnly(knex, 'audit_events');
  await markAppendOnly(knex, 'audit_chain');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('comment on table audit_events is null; comment on table audit_chain is null');
}
