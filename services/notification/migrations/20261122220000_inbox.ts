import type { Knex } from 'knex';

/**
 * The inbox of each account in the portal, filled by the statement that takes a message in, and the channels that accounts
 * chose. Messages from before stay out of it: what they tell of is in the portal itself. Every change is told under the
 * ids of the accounts, so that the number of unread messages is current wherever it is shown.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table inbox (
      -- The message's.
      id uuid primary key,
      account_id uuid not null,
      kind text not null,
      text text not null,
      link text,
      created_at timestamptz not null default now(),
      read_at timestamptz
    );
    create index inbox_newest on inbox (account_id, created_at, id);
    create index inbox_unread on inbox (account_id) where read_at is null;
    create index inbox_age on inbox using brin (created_at);

    create table message_settings (
      account_id uuid not null,
      kind text not null,
      channel text not null check (channel in ('whatsapp', 'email')),
      primary key (account_id, kind)
    );

    -- A notification holds less than 8,000 bytes: two hundred ids.
    create function tell_inbox() returns trigger language plpgsql as $$
    begin
      perform pg_notify('inbox', string_agg(account_id::text, ','))
      from (
        select account_id, (row_number() over () - 1) / 200 as part
        from (select distinct account_id from changed) as accounts
      ) as parts
      group by part;
      return null;
    end $$;
    create trigger inbox_filed after insert on inbox referencing new table as changed
      for each statement execute function tell_inbox();
    create trigger inbox_read after update on inbox referencing new table as changed
      for each statement execute function tell_inbox();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table inbox; drop function tell_inbox; drop table message_settings');
}
