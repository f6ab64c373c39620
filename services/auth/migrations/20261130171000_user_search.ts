import { makeTables } from '@gerbang/service-kit/data/begin';
import type { Knex } from 'knex';

/**
 * Indexes of the list of users: any part of a name, in the way names are searched, or of an address; closed accounts; and of the
 * search for actors in the trail.
 */
export async function up(knex: Knex): Promise<void> {
  await makeTables(knex, 'actors');
  await knex.raw(String.raw`
    create index users_search on users using gin (translate(lower(name), '''‘’‛${'`'}´ʹʻʼʽʾʿˈˊˋ′‵＇', '') gin_trgm_ops, email gin_trgm_ops);
    create index users_closed on users (created_at, id) where deleted_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index users_search, users_closed, audit_events_actor_name');
}
