import { beginIn } from '@gerbang/service-kit/data/begin';
import type { Knex } from 'knex';
import { addFirstTypes } from '../src/child-documents/first-types.repository.ts';
import { loadRegions } from '../src/regions/load-regions.repository.ts';
import { addFirstRubrics } from '../src/rubrics/first-rubrics.repository.ts';

const schema = beginIn(import.meta.dirname, 'trail', 'kit');

/** The whole schema, in `begin.sql`, with the regions of Indonesia, the documents that schools usually ask and first rubrics. */
export async function up(knex: Knex): Promise<void> {
  await schema.up(knex);
  await loadRegions(knex);
  await addFirstTypes(knex);
  await addFirstRubrics(knex);
}

export const { down } = schema;
