import type { Knex } from 'knex';

/**
 * Corrections by staff, which only grow: a family objects to one once, and the numbers inside are sealed anew with a newer key.
 * Requests of families to correct something, and their objections, are tasks of the staff.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table corrections (
      id uuid primary key,
      registration_id uuid not null references registrations (id),
      target text not null check (target in ('child', 'parents', 'registration')),
      record_id uuid not null,
      -- {field: {before, after}}; of the fields in "sealed_changes" it holds the names alone.
      changes jsonb not null check (changes <> '{}'),
      sealed_changes text,
      reason text not null check (length(reason) between 10 and 300),
      basis text not null check (basis in ('document', 'family', 'typing', 'other')),
      -- Without a reference: documents end earlier.
      document_id uuid,
      by_id uuid not null,
      by_name text,
      by_role text not null,
      objected_at timestamptz,
      objection text check (length(objection) between 1 and 500),
      created_at timestamptz not null default now(),
      constraint corrections_objection check ((objected_at is null) = (objection is null))
    );
    comment on column corrections.sealed_changes is 'sealed';
    create index corrections_of_registration on corrections (registration_id, created_at);
    create index corrections_of_record on corrections (record_id, created_at);

    create function correction_stays() returns trigger language plpgsql as $$
    begin
      if (to_jsonb(new) - '{objection,objected_at,sealed_changes}'::text[])
          is distinct from (to_jsonb(old) - '{objection,objected_at,sealed_changes}'::text[])
        or (old.objected_at is not null
          and (new.objection, new.objected_at) is distinct from (old.objection, old.objected_at)) then
        raise exception 'this change of a correction is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger corrections_stay before update on corrections
      for each row execute function correction_stays();
    create trigger corrections_kept before delete or truncate on corrections
      for each statement execute function rows_are_append_only();

    create table correction_requests (
      id uuid primary key,
      registration_id uuid not null references registrations (id) on delete cascade,
      correction_id uuid,
      text text not null check (length(text) between 1 and 500),
      status text not null default 'open' check (status in ('open', 'done', 'refused')),
      answer text check (length(answer) between 5 and 300),
      answered_by_id uuid,
      answered_by_name text,
      answered_by_role text,
      answered_at timestamptz,
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      constraint correction_requests_answered check ((status = 'open') = (answer is null)
        and (answer is null) = (answered_at is null) and (answer is null) = (answered_by_id is null))
    );
    create unique index correction_requests_open on correction_requests (registration_id)
      where status = 'open' and correction_id is null;
    create index correction_requests_of_registration on correction_requests (registration_id);
    create index correction_requests_oldest on correction_requests (created_at, id);

    create or replace function end_registrations(wanted uuid[]) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform set_config('gerbang.ending', 'on', true);
      delete from registration_payment_events where registration_id = any(wanted);
      delete from corrections where registration_id = any(wanted);
      perform set_config('gerbang.ending', '', true);
      delete from registrations where id = any(wanted);
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function end_registrations(wanted uuid[]) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform set_config('gerbang.ending', 'on', true);
      delete from registration_payment_events where registration_id = any(wanted);
      perform set_config('gerbang.ending', '', true);
      delete from registrations where id = any(wanted);
    end $$;
    drop table correction_requests;
    drop table corrections;
    drop function correction_stays();
  `);
}
