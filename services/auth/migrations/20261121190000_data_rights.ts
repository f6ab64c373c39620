import { createProcessedEvents, createRetention, dropRetention } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

/** Accounts end when their family asks for it, trails when their time is over (UU 27/2022, articles 42–44). */
export async function up(knex: Knex): Promise<void> {
  await createProcessedEvents(knex);
  await createRetention(knex, 'audit_is_append_only');
}

export async function down(knex: Knex): Promise<void> {
  await dropRetention(knex);
  await knex.raw('drop table processed_events');
}
