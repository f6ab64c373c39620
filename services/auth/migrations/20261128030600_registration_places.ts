import type { Knex } from 'knex';

/**
 * A registration takes a place of its network, which it gives back once its number is proved; both are counted, so that
 * places given back have a bound as well. The copy of the school's settings names days with more places.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table throttles add column given_back integer not null default 0 check (given_back >= 0);
    create table registration_places (
      user_id uuid primary key references users (id) on delete cascade,
      network text not null,
      window_started_at timestamptz not null
    );
    create index registration_places_age on registration_places (window_started_at);
    create table school (
      id boolean primary key default true check (id),
      version integer not null,
      settings jsonb not null,
      received_at timestamptz not null default now()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table school, registration_places; alter table throttles drop column given_back;');
}
