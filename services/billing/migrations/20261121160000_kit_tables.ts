import {
  createAccounts,
  createAuditTables,
  createIdempotencyKeys,
  createOutbox,
  createProcessedEvents,
  dropAuditTables,
} from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

/** The tables of every service: outbox, processed events, stored responses, audit trail with its chain, copy of accounts. */
export async function up(knex: Knex): Promise<void> {
  await createOutbox(knex);
  await createProcessedEvents(knex);
  await createIdempotencyKeys(knex);
  await createAuditTables(knex);
  await createAccounts(knex);
}

export async function down(knex: Knex): Promise<void> {
  await dropAuditTables(knex);
  await knex.raw('drop table accounts, idempotency_keys, processed_events, outbox');
}
