import { JENJANG } from '@gerbang/domain/levels';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** Waves of registration, and the wave of each registration; without waves nothing is limited. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A trusted extension, as pg_trgm is: the owner of a database may create it without being a superuser.
    create extension if not exists btree_gist;

    create table admission_waves (
      id uuid primary key,
      academic_year text not null check (academic_year ~ '^20[0-9]{2}/20[0-9]{2}$'),
      jenjang text not null check (jenjang in (${list(JENJANG)})),
      name text not null check (length(name) between 1 and 60),
      opens_at timestamptz not null,
      closes_at timestamptz not null,
      applicants_max integer check (applicants_max between 1 and 10000),
      fee_override bigint check (fee_override between 0 and 1000000000000),
      fee_typed_by_id uuid,
      fee_typed_by_name text,
      fee_typed_by_role text,
      fee_confirmed_by_id uuid,
      fee_confirmed_by_name text,
      fee_confirmed_by_role text,
      payment_period text check (length(payment_period) between 1 and 200),
      note text check (length(note) between 1 and 300),
      cancelled_at timestamptz,
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (opens_at < closes_at),
      check ((fee_override is null) = (fee_typed_by_id is null)),
      check (fee_confirmed_by_id is null or fee_override is not null),
      constraint admission_waves_apart exclude using gist
        (academic_year with =, jenjang with =, tstzrange(opens_at, closes_at) with &&) where (cancelled_at is null)
    );

    alter table registrations
      add column wave_id uuid references admission_waves (id) on delete set null;
    create index registrations_of_wave on registrations (wave_id) where wave_id is not null and deleted_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table registrations drop column wave_id;
    drop table admission_waves;
  `);
}
