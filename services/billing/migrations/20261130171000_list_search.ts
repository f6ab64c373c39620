import { makeTables } from '@gerbang/service-kit/data/begin';
import type { Knex } from 'knex';

/**
 * The registrations that a line of the bank may pay are searched by the same index as those with a confirmation; the actors of
 * the trail by one of their own.
 */
export async function up(knex: Knex): Promise<void> {
  await makeTables(knex, 'actors');
  await knex.raw(`
    create trigger matches_in_search after insert on bank_matches
      for each row when (new.registration_id is not null) execute function confirm_registration_search();
    insert into registration_search (registration_id, search_text)
      select id, registration_search_text(search_text, user_id) from registrations
      where id in (select registration_id from bank_matches)
      on conflict (registration_id) do nothing;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger matches_in_search on bank_matches;
    drop index audit_events_actor_name;
  `);
}
