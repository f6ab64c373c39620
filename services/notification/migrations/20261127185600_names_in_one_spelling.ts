import { respellNames } from '@gerbang/service-kit/data/respell-names';
import type { Knex } from 'knex';

/** Names that were stored before calls began to spell them in one way are found, compared and printed like newer ones. */
export async function up(knex: Knex): Promise<void> {
  await respellNames(knex, 'accounts', ['name']);
}

/** The earlier spellings are not kept, and no release needs them. */
export async function down(): Promise<void> {}
