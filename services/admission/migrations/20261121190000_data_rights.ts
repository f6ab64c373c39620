import { ERASING_SERVICES, ERASURE_STATUSES } from '@gerbang/domain/erasure-requests';
import { createRetention, dropRetention } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/**
 * Requests to erase with their clock, and what lets data end (UU 27/2022, articles 40–44). A number that was given stays
 * with what was paid for it, and without a name: books are kept longer than people's data. Registrations that are gone
 * are remembered by id alone, so that a late event does not wait for them.
 */
export async function up(knex: Knex): Promise<void> {
  await createRetention(knex);
  await knex.raw(`
    create table erasure_requests (
      id uuid primary key,
      user_id uuid not null,
      status text not null default 'received' check (status in (${list(ERASURE_STATUSES)})),
      note text check (length(note) <= 1000),
      received_at timestamptz not null,
      due_at timestamptz not null,
      -- What the list is sorted by: open ones by their clock, then the others, the newest first.
      sort_key bigint not null,
      decided_at timestamptz,
      decision_reason text check (length(decision_reason) <= 1000),
      decided_by_id uuid,
      decided_by_name text,
      decided_by_role text,
      done_at timestamptz,
      version integer not null default 1,
      check ((status = 'received') = (decided_at is null)),
      check ((decided_at is null) = (decided_by_id is null)),
      check ((status = 'done') = (done_at is not null)),
      check (status <> 'refused' or decision_reason is not null)
    );
    create unique index erasure_requests_open on erasure_requests (user_id) where status in ('received', 'approved');
    create index erasure_requests_of on erasure_requests (user_id, received_at);
    create index erasure_requests_sorted on erasure_requests (sort_key, id);
    create index erasure_requests_newest on erasure_requests (received_at, id);
    create index erasure_requests_clock on erasure_requests (due_at) where status in ('received', 'approved');

    create table erasure_reports (
      request_id uuid not null references erasure_requests (id),
      service text not null check (service in (${list(ERASING_SERVICES)})),
      at timestamptz not null default now(),
      primary key (request_id, service)
    );

    create table erased_registrations (
      id uuid primary key,
      at timestamptz not null default now()
    );

    alter table registration_numbers
      alter column registration_id drop not null,
      drop constraint registration_numbers_registration_id_fkey,
      add constraint registration_numbers_registration_id_fkey
        foreign key (registration_id) references registrations (id) on delete set null,
      add column fee_amount bigint,
      add column fee_verified_at timestamptz;
    create index registration_numbers_of on registration_numbers (registration_id);

    create function family_is_not_erased() returns trigger language plpgsql as $$
    begin
      if exists (select from erasure_requests where user_id = new.user_id and status in ('approved', 'done')) then
        raise exception 'the data of this family are erased' using errcode = 'foreign_key_violation';
      end if;
      return new;
    end $$;
    create trigger parents_not_erased before insert on parents
      for each row execute function family_is_not_erased();

    create function end_registrations(wanted uuid[]) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform set_config('gerbang.ending', 'on', true);
      delete from registration_payment_events where registration_id = any(wanted);
      perform set_config('gerbang.ending', '', true);
      delete from registrations where id = any(wanted);
    end $$;

    create function end_children(wanted uuid[]) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform set_config('gerbang.ending', 'on', true);
      delete from consents where child_id = any(wanted);
      perform set_config('gerbang.ending', '', true);
      delete from children where id = any(wanted);
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function end_registrations(uuid[]);
    drop function end_children(uuid[]);
    drop trigger parents_not_erased on parents;
    drop function family_is_not_erased();
    delete from registration_numbers where registration_id is null;
    drop index registration_numbers_of;
    alter table registration_numbers
      alter column registration_id set not null,
      drop constraint registration_numbers_registration_id_fkey,
      add constraint registration_numbers_registration_id_fkey
        foreign key (registration_id) references registrations (id),
      drop column fee_amount,
      drop column fee_verified_at;
    drop table erased_registrations, erasure_reports, erasure_requests;
  `);
  await dropRetention(knex);
}
