import { createRetention, dropRetention } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

/** Lets the trail end with its retention period (UU 27/2022, articles 42–44). */
export async function up(knex: Knex): Promise<void> {
  await createRetention(knex);
}

export async function down(knex: Knex): Promise<void> {
  await dropRetention(knex);
}
