import type { Knex } from 'knex';

/** Slots of the observation with their assessors and bookings; neither a place nor a person is in two at once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table observation_slots (
      id uuid primary key,
      academic_year text not null,
      jenjang text not null check (jenjang in ('KB', 'TK', 'SD', 'SMP')),
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      place text not null check (length(place) between 1 and 80),
      place_key text generated always as (lower(trim(place))) stored,
      capacity integer not null check (capacity between 1 and 40),
      booked integer not null default 0,
      opens_at timestamptz not null,
      closes_at timestamptz not null,
      instructions text check (length(instructions) <= 500),
      published boolean not null default false,
      cancelled_at timestamptz,
      cancel_reason text check (length(cancel_reason) <= 200),
      sequence integer not null default 0,
      told_at timestamptz,
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint observation_slots_room check (booked between 0 and capacity),
      constraint observation_slots_minutes check (ends_at - starts_at between interval '10 minutes' and interval '4 hours'),
      constraint observation_slots_closes check (closes_at <= starts_at),
      constraint observation_slots_apart exclude using gist
        (place_key with =, tstzrange(starts_at, ends_at) with &&) where (cancelled_at is null)
    );
    create index observation_slots_calendar on observation_slots (starts_at) where cancelled_at is null;
    create index observation_slots_untold on observation_slots (opens_at) where told_at is null;
    create table slot_assessors (
      slot_id uuid not null references observation_slots (id) on delete cascade,
      user_id uuid not null,
      name text,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      live boolean not null default true,
      primary key (slot_id, user_id),
      constraint slot_assessors_apart exclude using gist
        (user_id with =, tstzrange(starts_at, ends_at) with &&) where (live)
    );
    create table observation_bookings (
      id uuid primary key,
      slot_id uuid not null references observation_slots (id),
      registration_id uuid not null references registrations (id) on delete cascade,
      status text not null check (status in ('booked', 'moved', 'cancelled', 'attended', 'absent')),
      source text not null check (source in ('family', 'staff')),
      moves integer not null default 0 check (moves between 0 and 2),
      attendees text check (attendees in ('both', 'father', 'mother', 'guardian')),
      needs text check (length(needs) between 1 and 200),
      by_id uuid not null,
      by_name text,
      by_role text not null,
      reminded_on date,
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create unique index observation_bookings_live on observation_bookings (registration_id) where status = 'booked';
    create index observation_bookings_of_registration on observation_bookings (registration_id);
    create index observation_bookings_of_slot on observation_bookings (slot_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table observation_bookings; drop table slot_assessors; drop table observation_slots;');
}
