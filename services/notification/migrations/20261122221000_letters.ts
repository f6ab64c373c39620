import type { Knex } from 'knex';

/** By which way a message goes, the addresses that letters may go to, and those that no letter goes to any more. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notifications
      add column channel text not null default 'whatsapp' check (channel in ('whatsapp', 'email'));
    create index notifications_letters_due on notifications (next_attempt_at)
      where channel = 'email' and status in ('pending', 'retry');

    -- The address that the account has proved; null where letters to it came back.
    alter table accounts add column email text;
    create index accounts_email on accounts (email) where email is not null;

    create table blocked_addresses (
      address_key text primary key,
      cause text not null check (cause in ('bounced', 'complained')),
      blocked_at timestamptz not null default now()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table blocked_addresses;
    alter table accounts drop column email;
    alter table notifications drop column channel;
  `);
}
