import { RESULTS } from '@gerbang/domain/announcements';
import { JENJANG } from '@gerbang/domain/levels';
import { DECLINE_REASONS, OFFER_SOURCES, OFFER_STATUSES, RELEASE_CAUSES } from '@gerbang/domain/offers';
import { STAGES } from '@gerbang/domain/registration-stages';
import { CRITERIA, ENTRY_STATUSES, PRIORITY_KINDS, WAITLIST_CAUSES } from '@gerbang/domain/waitlist';
import { refuseChanges } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** The stages and results before seats. */
const OLD_STAGES = STAGES.filter((stage) => stage !== 'waitlisted' && stage !== 'released');
const OLD_RESULTS = RESULTS.filter((result) => result !== 'waitlisted');

const recheck = (table: string, column: string, values: readonly string[]) => `
  alter table ${table} drop constraint ${table}_${column}_check;
  alter table ${table} add constraint ${table}_${column}_check check (${column} in (${list(values)})) not valid;
  alter table ${table} validate constraint ${table}_${column}_check;`;

const rechecks = (stages: readonly string[], results: readonly string[]) =>
  recheck('registrations', 'current_stage', stages) +
  recheck('registration_stages', 'stage', stages) +
  recheck('published_results', 'result', results);

const live = (gone: string) => `
  drop index registrations_live;
  create unique index registrations_live on registrations (child_id, academic_year)
    where deleted_at is null and ${gone};`;

const observed = (more: string) => `
  create or replace function was_observed(stage text) returns boolean language sql immutable as $$
      select stage in ('obs_attended', 'waiting_announcement', 'obs_done', ${more}'passed', 'failed', 'reenroll_required')
    $$;`;

/**
 * Seats: how many a class has, the offers that hold them, the waiting list with its order, and why each number of it
 * moved. A registration that gave its seat back makes room for another of the child.
 * Contracts: the checks allow more than before; the index lets in what only programs with seats write.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${rechecks(STAGES, RESULTS)}
    ${live(`current_stage not in ('failed', 'released')`)}
    ${observed(`'waitlisted', 'released', `)}

    create table seat_pools (
      id uuid primary key,
      academic_year text not null check (academic_year ~ '^20[0-9]{2}/20[0-9]{2}$'),
      jenjang text not null check (jenjang in (${list(JENJANG)})),
      -- Null = the classes of the level together.
      kelas text,
      seats integer not null check (seats between 0 and 2000),
      offer_limit integer not null,
      taken integer not null default 0,
      answer_days integer not null default 7 check (answer_days between 1 and 60),
      auto_offer boolean not null default false,
      offers_until date,
      criteria text[] not null check (
        criteria <@ array[${list(CRITERIA)}]::text[] and criteria[cardinality(criteria)] = 'registered_at'
      ),
      list_max integer check (list_max between 1 and 10000),
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- The pool counts no more; its offers stay in the history.
      deleted_at timestamptz,
      constraint seat_pools_limit check (offer_limit between seats and ceil(seats * 1.3)),
      constraint seat_pools_taken check (taken between 0 and offer_limit)
    );
    create unique index seat_pools_one on seat_pools (academic_year, jenjang, coalesce(kelas, ''))
      where deleted_at is null;

    create table offers (
      id uuid primary key,
      registration_id uuid not null references registrations (id) on delete cascade,
      pool_id uuid not null references seat_pools (id),
      source text not null check (source in (${list(OFFER_SOURCES)})),
      status text not null default 'open' check (status in (${list(OFFER_STATUSES)})),
      -- Null = no deadline: accepted before there was a pool.
      answer_until timestamptz,
      extensions integer not null default 0 check (extensions between 0 and 3),
      release_cause text check (release_cause in (${list(RELEASE_CAUSES)})),
      reason_code text check (reason_code in (${list(DECLINE_REASONS)})),
      reason_text text check (length(reason_text) <= 300),
      accepted_at timestamptz,
      releasing_at timestamptz,
      released_at timestamptz,
      created_by_id uuid not null,
      created_by_name text,
      created_by_role text not null,
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((status in ('releasing', 'released')) = (release_cause is not null)),
      check (status not in ('releasing', 'released') or releasing_at is not null),
      check ((status = 'released') = (released_at is not null)),
      check (status <> 'accepted' or accepted_at is not null)
    );
    create unique index offers_live on offers (registration_id) where status <> 'released';
    create index offers_of on offers (registration_id, created_at);
    create index offers_of_pool on offers (pool_id, status, answer_until);
    create index offers_due on offers (answer_until) where status = 'open';
    create index offers_releasing on offers (releasing_at) where status = 'releasing';

    create table waitlist_entries (
      id uuid primary key,
      registration_id uuid not null references registrations (id) on delete cascade,
      pool_id uuid not null references seat_pools (id),
      status text not null default 'waiting' check (status in (${list(ENTRY_STATUSES)})),
      -- Compared byte by byte: equal on every machine.
      sort_key text collate "C" not null,
      criteria_values jsonb not null,
      joined_at timestamptz not null default now(),
      -- When the family last said that it waits.
      confirmed_at timestamptz not null default now(),
      asked_at timestamptz,
      reminders integer not null default 0 check (reminders between 0 and 2),
      ended_at timestamptz,
      version integer not null default 1 check (version > 0),
      check ((status = 'waiting') = (ended_at is null)),
      check (sort_key like '%|' || registration_id)
    );
    create unique index waitlist_entries_waiting on waitlist_entries (registration_id) where status = 'waiting';
    create unique index waitlist_entries_order on waitlist_entries (pool_id, sort_key) where status = 'waiting';
    create index waitlist_entries_of on waitlist_entries (registration_id, joined_at);

    create table waitlist_events (
      id bigint primary key generated always as identity,
      pool_id uuid not null references seat_pools (id),
      cause text not null check (cause in (${list(WAITLIST_CAUSES)})),
      -- Of one entry; it may be erased with its registration.
      entry_id uuid,
      count integer not null check (count >= 0),
      release_cause text check (release_cause in (${list(RELEASE_CAUSES)})),
      priority text check (priority in (${list(PRIORITY_KINDS)})),
      note text check (length(note) <= 300),
      actor_id uuid not null,
      actor_name text,
      actor_role text not null,
      at timestamptz not null default clock_timestamp()
    );
    create index waitlist_events_of on waitlist_events (pool_id, id);

    create table waitlist_positions (
      entry_id uuid not null references waitlist_entries (id) on delete cascade,
      event_id bigint not null references waitlist_events (id),
      position integer not null check (position > 0),
      of integer not null,
      at timestamptz not null default clock_timestamp(),
      primary key (entry_id, event_id),
      check (position <= of)
    );

    create table registration_priorities (
      registration_id uuid not null references registrations (id) on delete cascade,
      kind text not null check (kind in (${list(PRIORITY_KINDS)})),
      confirmed boolean not null,
      note text check (length(note) <= 300),
      by_id uuid not null,
      by_name text,
      by_role text not null,
      at timestamptz not null default now(),
      primary key (registration_id, kind)
    );
  `);
  await refuseChanges(knex, 'waitlist_events');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table registration_priorities, waitlist_positions, waitlist_events, waitlist_entries, offers, seat_pools;
    -- Stages that the release before does not know: a child on the list waits, one without its seat was not taken.
    update registrations set current_stage = 'waiting_announcement' where current_stage = 'waitlisted';
    update registrations set current_stage = 'failed' where current_stage = 'released';
    update registration_stages set stage = 'waiting_announcement' where stage = 'waitlisted';
    update registration_stages set stage = 'failed' where stage = 'released';
    delete from published_results where result = 'waitlisted';
  `);
  await knex.raw(`
    ${observed('')}
    ${live(`current_stage <> 'failed'`)}
    ${rechecks(OLD_STAGES, OLD_RESULTS)}
  `);
}
