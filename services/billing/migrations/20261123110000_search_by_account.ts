import type { Knex } from 'knex';

/**
 * Staff find confirmations and invoices by the name and login phone of the family's account too. Triggers keep the text,
 * for programs of the release before too; rows are locked in the order of their ids, as events of registrations lock them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function registration_search_text(of_profile text, family uuid) returns text language sql stable as $$
      select concat_ws(chr(10), of_profile, (select lower(concat_ws(chr(10), name, phone)) from accounts where id = family))
    $$;

    create or replace function confirm_registration_search() returns trigger language plpgsql as $$
    begin
      insert into registration_search (registration_id, search_text)
      select id, registration_search_text(search_text, user_id) from registrations where id = new.registration_id
      on conflict (registration_id) do nothing;
      return null;
    end $$;

    create or replace function renew_registration_search() returns trigger language plpgsql as $$
    begin
      update registration_search set search_text = registration_search_text(new.search_text, new.user_id)
      where registration_id = new.id;
      return null;
    end $$;

    create function renew_account_search() returns trigger language plpgsql as $$
    begin
      update registration_search s set search_text = t.search_text
      from (
        select r.id, registration_search_text(r.search_text, r.user_id) as search_text
        from registrations r join changed c on c.id = r.user_id
        join registration_search held on held.registration_id = r.id
        order by r.id for no key update of held
      ) t
      where s.registration_id = t.id and s.search_text <> t.search_text;
      return null;
    end $$;
    create trigger new_accounts_in_search after insert on accounts referencing new table as changed
      for each statement execute function renew_account_search();
    create trigger accounts_in_search after update on accounts referencing new table as changed
      for each statement execute function renew_account_search();

    update registration_search s set search_text = registration_search_text(r.search_text, r.user_id)
    from registrations r where r.id = s.registration_id;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger accounts_in_search on accounts;
    drop trigger new_accounts_in_search on accounts;
    drop function renew_account_search();
    create or replace function renew_registration_search() returns trigger language plpgsql as $$
    begin
      update registration_search set search_text = new.search_text where registration_id = new.id;
      return null;
    end $$;
    create or replace function confirm_registration_search() returns trigger language plpgsql as $$
    begin
      insert into registration_search (registration_id, search_text)
      select id, search_text from registrations where id = new.registration_id
      on conflict (registration_id) do nothing;
      return null;
    end $$;
    update registration_search s set search_text = r.search_text
    from registrations r where r.id = s.registration_id;
    drop function registration_search_text(text, uuid);
  `);
}
