import type { Knex } from 'knex';

const kinds = (knex: Knex, list: string) =>
  knex.raw(`alter table throttles drop constraint throttles_kind_check,
    add constraint throttles_kind_check check (kind in (${list}))`);

const BEFORE = `'address', 'identifier', 'reset_address', 'device', 'devices', 'session', 'registration', 'number_stop'`;

/** The links by which an account proves its address or another one, and which reset codes went there. */
export async function up(knex: Knex): Promise<void> {
  await kinds(knex, `${BEFORE}, 'email_token'`);
  await knex.raw(`
    -- Wanted and not proved yet: another account may hold it meanwhile.
    alter table users add column pending_email text
      check (pending_email = lower(pending_email) and length(pending_email) between 3 and 254);
    alter table password_reset_codes add column mailed_at timestamptz;

    create table email_tokens (
      id uuid primary key,
      user_id uuid not null references users (id),
      email text not null,
      -- A change has a minute of its own; the letter of the registration counts for the minute alone.
      cause text not null check (cause in ('registration', 'again', 'change')),
      token_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      voided_at timestamptz
    );
    create unique index email_tokens_live on email_tokens (user_id) where used_at is null and voided_at is null;
    create index email_tokens_recent on email_tokens (user_id, created_at);
    create index email_tokens_age on email_tokens (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table email_tokens;
    alter table password_reset_codes drop column mailed_at;
    alter table users drop column pending_email;
    delete from throttles where kind = 'email_token';
  `);
  await kinds(knex, BEFORE);
}
