import { ANNOUNCEMENT_STATUSES } from '@gerbang/domain/announcements';
import { JENJANG } from '@gerbang/domain/levels';
import { createAuditLookup } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

/** The results, and the reasons to skip one, at the time of this migration. */
const RESULTS = ['passed', 'failed'];
const SKIP_REASONS = ['stage', 'fee', 'deleted'];

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/**
 * Announcements with their results, and the copy of registrations that admission's events keep. A `live` result holds
 * its registration: the index lets only one do so.
 */
export async function up(knex: Knex): Promise<void> {
  await createAuditLookup(knex);
  await knex.raw(`
    create table registrations (
      id uuid primary key,
      version bigint not null,
      deleted boolean not null,
      user_id uuid not null,
      child_id uuid not null,
      child_name text not null,
      child_nick_name text,
      registration_number text not null,
      jenjang text not null,
      kelas text,
      academic_year text not null,
      current_stage text not null,
      payment_status text not null
    );
    create index registrations_waiting on registrations (jenjang, lower(child_name), id)
      where current_stage = 'waiting_announcement' and not deleted;
    create index registrations_of_family on registrations (user_id);

    create table announcements (
      id uuid primary key,
      title text not null check (length(title) between 1 and 200),
      content text not null check (length(content) between 1 and 5000),
      observation_period text not null check (length(observation_period) between 1 and 100),
      jenjang text not null check (jenjang in (${list(JENJANG)})),
      status text not null default 'draft' check (status in (${list(ANNOUNCEMENT_STATUSES)})),
      created_by_id uuid not null,
      created_by_name text,
      created_by_role text not null,
      reviewed_by_id uuid,
      reviewed_by_name text,
      reviewed_by_role text,
      review_notes text check (length(review_notes) <= 2000),
      published_by_id uuid,
      published_by_name text,
      published_by_role text,
      submitted_at timestamptz,
      reviewed_at timestamptz,
      published_at timestamptz,
      -- Added up when the results change, so that a list of announcements reads none of them.
      passed_count integer not null default 0 check (passed_count >= 0),
      failed_count integer not null default 0 check (failed_count >= 0),
      skipped_count integer not null default 0 check (skipped_count between 0 and passed_count + failed_count),
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((status = 'published') = (published_at is not null)),
      check ((published_at is null) = (published_by_id is null)),
      check (status not in ('approved', 'rejected', 'published') or reviewed_at is not null),
      check (status = 'draft' or passed_count + failed_count > 0)
    );
    create index announcements_newest on announcements (created_at, id);
    create index announcements_by_status on announcements (status, created_at, id);

    create table announcement_results (
      id uuid primary key,
      announcement_id uuid not null references announcements (id) on delete cascade,
      registration_id uuid not null references registrations (id),
      child_id uuid not null,
      result text not null check (result in (${list(RESULTS)})),
      individual_note text check (length(individual_note) <= 1000),
      live boolean not null default true,
      skip_reason text check (skip_reason in (${list(SKIP_REASONS)})),
      skipped_at timestamptz,
      published_at timestamptz,
      created_at timestamptz not null default now(),
      unique (announcement_id, registration_id),
      check ((skip_reason is null) = (skipped_at is null)),
      check (skip_reason is null or not live)
    );
    create unique index announcement_results_live on announcement_results (registration_id) where live;
    create index announcement_results_published on announcement_results (registration_id)
      where published_at is not null and skip_reason is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table announcement_results, announcements, registrations; drop index audit_events_newest',
  );
}
