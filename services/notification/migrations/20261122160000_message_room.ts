import type { Knex } from 'knex';

/** Whether an account has proved its number, and how many messages a number got: strangers' numbers are not flooded. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null: told before proofs were known; such an account counts as it did then.
    alter table accounts add column phone_verified boolean;

    create table recipient_counts (
      recipient_key text primary key,
      day_started_at timestamptz not null default now(),
      today integer not null default 0,
      -- Of all times, while no account had proved the number.
      unproved integer not null default 0
    );
    create index recipient_counts_age on recipient_counts (day_started_at);

    -- How many of so many further messages a recipient may get, and counts them. The row's lock makes parallel writers wait.
    create function take_message_room(recipient text, wanted integer, a_day integer, of_all integer) returns integer
    language plpgsql as $$
    declare
      present recipient_counts;
      taken integer;
    begin
      insert into recipient_counts (recipient_key) values (recipient) on conflict do nothing;
      select * into present from recipient_counts where recipient_key = recipient for update;
      if present.day_started_at <= now() - interval '1 day' then
        present.today := 0;
        present.day_started_at := now();
      end if;
      taken := greatest(0, least(wanted, a_day - present.today, of_all - present.unproved));
      update recipient_counts set day_started_at = present.day_started_at, today = present.today + taken,
        unproved = present.unproved + case when of_all is null then 0 else taken end
      where recipient_key = recipient;
      return taken;
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function take_message_room;
    drop table recipient_counts;
    alter table accounts drop column phone_verified;
  `);
}
