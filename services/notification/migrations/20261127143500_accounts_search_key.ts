import { searchKey } from '@gerbang/service-kit/data/text-search';
import type { Knex } from 'knex';

/** Names of accounts are looked for without apostrophes, as everywhere. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create index accounts_search_key on accounts using gin ((${searchKey('name')}) gin_trgm_ops)`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index accounts_search_key');
}
