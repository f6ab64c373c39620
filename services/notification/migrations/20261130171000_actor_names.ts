import { makeTables } from '@gerbang/service-kit/data/begin';
import type { Knex } from 'knex';

/** The index of the search for actors in the trail. */
export async function up(knex: Knex): Promise<void> {
  await makeTables(knex, 'actors');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index audit_events_actor_name');
}
