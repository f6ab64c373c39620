import type { Knex } from 'knex';

/**
 * How a year is closed: who asked, who agreed, what becomes of what is left, and how far it is. A year that was never
 * opened can be closed too.
 *
 * Contracts: the check of an opened year takes all that the one before took.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table academic_years drop constraint academic_years_check;
    alter table academic_years add constraint academic_years_opened check (opened_at is not null or state <> 'open');
    create table year_closings (
      id uuid primary key,
      academic_year text not null,
      status text not null check (status in ('asked', 'running', 'stopped', 'done', 'dropped')),
      unpaid text not null check (unpaid in ('delete', 'move')),
      accepted text not null check (accepted in ('withdraw', 'wait')),
      asked_at timestamptz not null,
      asked_by_id uuid not null,
      asked_by_name text,
      asked_by_role text not null,
      agreed_at timestamptz check (agreed_at is not null or status in ('asked', 'dropped')),
      agreed_by_id uuid,
      agreed_by_name text,
      agreed_by_role text,
      -- Where it goes on: the step, and the last registration that was gone through.
      step text not null default 'unpaid' check (step in ('unpaid', 'waitlist', 'accepted')),
      after uuid not null default '00000000-0000-0000-0000-000000000000',
      total integer not null default 0,
      done integer not null default 0,
      deleted integer not null default 0,
      invited integer not null default 0,
      ended integer not null default 0,
      withdrawn integer not null default 0,
      kept integer not null default 0,
      finished_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create unique index year_closings_open on year_closings (academic_year) where status in ('asked', 'running', 'stopped');
    create index year_closings_year on year_closings (academic_year, created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table year_closings;
    alter table academic_years drop constraint academic_years_opened;
    alter table academic_years add constraint academic_years_check check (opened_at is not null or state = 'planned');
  `);
}
