import { createChainMethod, dropChainMethod } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

/** Links of the trail's chain are made under a key from now on. */
export async function up(knex: Knex): Promise<void> {
  await createChainMethod(knex);
}

export async function down(knex: Knex): Promise<void> {
  await dropChainMethod(knex);
}
