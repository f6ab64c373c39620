import type { Knex } from 'knex';

/**
 * What staff search confirmations and invoices by, in a table of its own with the registrations that have a confirmation.
 * An index of trigrams costs a write more than all other indexes together, and it was written anew with every event about
 * any registration of the school. Triggers keep the copy, for programs of the release before too.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table registration_search (
      registration_id uuid primary key references registrations (id) on delete cascade,
      search_text text not null
    );

    create function confirm_registration_search() returns trigger language plpgsql as $$
    begin
      insert into registration_search (registration_id, search_text)
      select id, search_text from registrations where id = new.registration_id
      on conflict (registration_id) do nothing;
      return null;
    end $$;
    create trigger confirmations_in_search after insert on enrollment_confirmations
      for each row execute function confirm_registration_search();

    create function renew_registration_search() returns trigger language plpgsql as $$
    begin
      update registration_search set search_text = new.search_text where registration_id = new.id;
      return null;
    end $$;
    create trigger registrations_in_search after update on registrations
      for each row when (old.search_text is distinct from new.search_text)
      execute function renew_registration_search();

    insert into registration_search (registration_id, search_text)
      select id, search_text from registrations
      where exists (select from enrollment_confirmations c where c.registration_id = registrations.id);
    create index registration_search_trigrams on registration_search using gin (search_text gin_trgm_ops);
    drop index registrations_search;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create index registrations_search on registrations using gin (search_text gin_trgm_ops);
    drop trigger registrations_in_search on registrations;
    drop trigger confirmations_in_search on enrollment_confirmations;
    drop function renew_registration_search();
    drop function confirm_registration_search();
    drop table registration_search;
  `);
}
