import type { Knex } from 'knex';

/**
 * What staff search registrations by, in a table of its own. An index of trigrams costs a write more than all other
 * indexes of a registration together, and it was written anew with every stage, fee and version, although the text changes
 * only with a name or a phone. A trigger keeps the copy, for programs of the release before too.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table registration_search (
      registration_id uuid primary key references registrations (id) on delete cascade,
      search_text text not null
    );

    create function keep_registration_search() returns trigger language plpgsql as $$
    begin
      insert into registration_search (registration_id, search_text) values (new.id, new.search_text)
      on conflict (registration_id) do update set search_text = excluded.search_text;
      return null;
    end $$;
    create trigger registrations_new_in_search after insert on registrations
      for each row execute function keep_registration_search();
    create trigger registrations_in_search after update on registrations
      for each row when (old.search_text is distinct from new.search_text)
      execute function keep_registration_search();

    insert into registration_search (registration_id, search_text) select id, search_text from registrations;
    create index registration_search_trigrams on registration_search using gin (search_text gin_trgm_ops);
    drop index registrations_search;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create index registrations_search on registrations using gin (search_text gin_trgm_ops)
      where deleted_at is null;
    drop trigger registrations_in_search on registrations;
    drop trigger registrations_new_in_search on registrations;
    drop function keep_registration_search();
    drop table registration_search;
  `);
}
