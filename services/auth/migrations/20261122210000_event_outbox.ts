import { createEventOutbox, dropEventOutbox } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

/** One row an event, however many queues read it. */
export async function up(knex: Knex): Promise<void> {
  await createEventOutbox(knex);
}

export async function down(knex: Knex): Promise<void> {
  await dropEventOutbox(knex);
}
