import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { JENJANG } from '@gerbang/domain/levels';
import { refuseChanges } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

/** The stages at the time of this migration. */
const STAGES = [
  'registered',
  'obs_scheduled',
  'obs_attended',
  'obs_not_attended',
  'waiting_announcement',
  'obs_done',
  'passed',
  'failed',
  'reenroll_required',
];

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/**
 * Registrations with their numbers, fee, stages and the history of both. One live registration a child and year;
 * numbers a year and level run without gaps.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table registration_counters (
      academic_year text not null,
      jenjang text not null check (jenjang in (${list(JENJANG)})),
      last integer not null check (last > 0),
      primary key (academic_year, jenjang)
    );

    create table registrations (
      id uuid primary key,
      child_id uuid not null references children (id),
      registration_number text not null unique,
      jenjang text not null check (jenjang in (${list(JENJANG)})),
      kelas text,
      academic_year text not null check (academic_year ~ '^20[0-9]{2}/20[0-9]{2}$'),
      previous_school text check (length(previous_school) <= 150),
      previous_grade text check (length(previous_grade) <= 50),
      nisn text check (nisn ~ '^[0-9]{10}$'),
      how_know_school text,
      uniform_size text,
      sibling_name text check (length(sibling_name) <= 100),
      collective_student_name text check (length(collective_student_name) <= 100),
      information text check (length(information) <= 2000),
      current_stage text not null default 'registered' check (current_stage in (${list(STAGES)})),
      enrollment_status text not null default 'pending'
        check (enrollment_status in ('pending', 'confirmed', 'payment_scheme_created', 'declined')),
      payment_amount bigint not null check (payment_amount between 0 and 1000000000000),
      payment_status text not null default 'pending' check (payment_status in (${list(PAYMENT_STATUSES)})),
      bank_name text check (length(bank_name) <= 100),
      bank_account_number text,
      bank_account_owner text check (length(bank_account_owner) <= 100),
      payment_evidence_file_id uuid references files (id),
      rejection_reason text check (length(rejection_reason) <= 2000),
      payment_verified_at timestamptz,
      payment_verified_by uuid,
      payment_verified_by_name text,
      payment_verified_by_role text,
      accepted_at timestamptz,
      -- Set while a confirmation of re-enrolment is processed or completed: the family's part is locked then.
      locked boolean not null default false,
      version integer not null default 1,
      event_version bigint not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      check ((payment_status = 'verified') = (payment_verified_at is not null)),
      check ((payment_verified_at is null) = (payment_verified_by is null)),
      check (payment_status not in ('paid', 'verified') or payment_evidence_file_id is not null)
    );
    comment on column registrations.bank_account_number is 'sealed';
    create unique index registrations_live on registrations (child_id, academic_year)
      where deleted_at is null and current_stage <> 'failed';
    create index registrations_of_child on registrations (child_id, created_at, id) where deleted_at is null;
    create index registrations_newest on registrations (created_at, id) where deleted_at is null;

    -- Every number that was ever given: a changed level gets a new one and leaves the old one void.
    create table registration_numbers (
      number text primary key,
      academic_year text not null,
      jenjang text not null,
      sequence integer not null,
      registration_id uuid not null references registrations (id),
      issued_at timestamptz not null default now(),
      voided_at timestamptz,
      unique (academic_year, jenjang, sequence)
    );

    create table registration_stages (
      id uuid primary key,
      registration_id uuid not null references registrations (id) on delete cascade,
      child_id uuid not null references children (id) on delete cascade,
      stage text not null check (stage in (${list(STAGES)})),
      content text check (length(content) <= 2000),
      observation_time text check (observation_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
      observation_place text check (length(observation_place) <= 200),
      note text check (length(note) <= 2000),
      file_id uuid references files (id),
      reached_at timestamptz not null default now(),
      created_by_id uuid not null,
      created_by_name text,
      created_by_role text not null,
      created_at timestamptz not null default now()
    );
    create index registration_stages_of on registration_stages (registration_id, reached_at, id);

    create table registration_payment_events (
      id uuid primary key,
      registration_id uuid not null references registrations (id),
      from_status text not null,
      to_status text not null,
      cause text not null check (cause in ('parent', 'on_behalf', 'verification')),
      file_id uuid references files (id),
      reason text,
      actor_id uuid not null,
      actor_name text,
      actor_role text not null,
      at timestamptz not null default now()
    );
    create index registration_payment_events_of on registration_payment_events (registration_id, at);
  `);
  await refuseChanges(knex, 'registration_payment_events');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table registration_payment_events, registration_stages, registration_numbers, registrations,
      registration_counters;
  `);
}
