import { makeTables } from '@gerbang/service-kit/data/begin';
import type { Knex } from 'knex';

/** Indexes of the list of one year among many, and of the search for actors in the trail. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'create index registrations_of_year on registrations (academic_year, created_at, id) where deleted_at is null',
  );
  await makeTables(knex, 'actors');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index registrations_of_year, audit_events_actor_name');
}
