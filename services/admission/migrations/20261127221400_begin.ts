import { beginIn } from '@gerbang/service-kit/data/begin';
import type { Knex } from 'knex';
import { addFirstTypes } from '../src/child-documents/first-types.repository.ts';
import { loadRegions } from '../src/regions/load-regions.repository.ts';

const schema = beginIn(import.meta.dirname, 'trail', 'kit');

/** The whole schema, in `begin.sql`, with the regions of Indonesia and the documents that schools usually ask. */
export async function up(knex: Knex): Promise<void> {
  await schema.up(knex);
  await loadRegions(knex);
  await addFirstTypes(knex);
}

export const { down } = schema;
