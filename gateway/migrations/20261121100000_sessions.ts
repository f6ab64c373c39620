import { createProcessedEvents } from '@gerbang/service-kit/kit-tables';
import type { Knex } from 'knex';

/** Sessions, the lowest epoch a user's sessions may have, counters of the limits (decisions, Accounts). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sessions (
      -- SHA-256 of the id in the cookie: a stolen copy opens no session.
      id bytea primary key check (length(id) = 32),
      user_id uuid not null,
      role text not null,
      epoch integer not null,
      must_change_password boolean not null,
      created_at timestamptz not null,
      last_seen timestamptz not null
    );
    create index sessions_user on sessions (user_id);
    create index sessions_seen on sessions (last_seen);

    create table session_epochs (
      user_id uuid primary key,
      epoch integer not null
    );

    create unlogged table rate_limits (
      key text primary key,
      count integer not null,
      expires_at timestamptz not null
    );
    create index rate_limits_expired on rate_limits (expires_at);
  `);
  await createProcessedEvents(knex);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table sessions, session_epochs, rate_limits, processed_events');
}
