import type { Knex } from 'knex';

/**
 * Corrections of one published result each. An approved one is an announcement of its own, with the id of the correction,
 * which points to the announcement that it corrects; the result there keeps its text and notes what took its place.
 *
 * Contracts: the checks are about new columns, which a program of the release before leaves empty.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table announcements
      add column corrects_id uuid references announcements (id),
      add column first_published_at timestamptz,
      add constraint announcements_correction check ((corrects_id is null) = (first_published_at is null));
    alter table announcement_results
      add column corrected_at timestamptz,
      add column corrected_by uuid references announcements (id),
      add constraint announcement_results_corrected check ((corrected_at is null) = (corrected_by is null)
        and (corrected_at is null or not live));

    create table result_corrections (
      id uuid primary key,
      announcement_id uuid not null references announcements (id),
      registration_id uuid not null references registrations (id),
      from_result text not null check (from_result in ('passed', 'failed', 'waitlisted')),
      result text not null check (result in ('passed', 'failed', 'waitlisted')),
      notes text check (length(notes) <= 1000),
      reason text not null check (length(reason) between 10 and 300),
      status text not null default 'waits' check (status in ('waits', 'published', 'withdrawn')),
      asked_by_id uuid not null,
      asked_by_name text,
      asked_by_role text not null,
      asked_at timestamptz not null default now(),
      decided_by_id uuid,
      decided_by_name text,
      decided_by_role text,
      decided_at timestamptz,
      over_reason text check (length(over_reason) between 10 and 300),
      version integer not null default 1 check (version > 0),
      constraint result_corrections_changes check (from_result <> result),
      constraint result_corrections_decided check ((status = 'waits') = (decided_at is null)
        and (decided_at is null) = (decided_by_id is null) and (decided_at is null) = (decided_by_role is null))
    );
    create unique index result_corrections_waiting on result_corrections (registration_id) where status = 'waits';
    create index result_corrections_newest on result_corrections (asked_at, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table result_corrections;
    alter table announcement_results drop column corrected_at, drop column corrected_by;
    alter table announcements drop column corrects_id, drop column first_published_at;
  `);
}
