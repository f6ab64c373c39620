import type { Knex } from 'knex';

/**
 * Families that missed messages: the present number of each account, sealed, so that a message can go there after a wrong one
 * was put right; whether the family was called about a failed message; and the notes of those calls.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null until the account's next event, or a replay.
    alter table accounts add column phone_sealed text;
    alter table notifications add column contacted_at timestamptz;
    create index notifications_missed on notifications (recipient_id)
      where status = 'failed' and priority <> 'code' and contacted_at is null;
    create table family_contacts (
      id uuid primary key,
      account_id uuid not null,
      contacted_at timestamptz not null default now(),
      actor_name text,
      actor_role text not null,
      note text check (length(note) <= 300)
    );
    create index family_contacts_newest on family_contacts (account_id, contacted_at);
    create index family_contacts_age on family_contacts (contacted_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table family_contacts;
    alter table notifications drop column contacted_at;
    alter table accounts drop column phone_sealed;
  `);
}
