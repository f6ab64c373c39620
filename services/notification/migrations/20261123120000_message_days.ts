import type { Knex } from 'knex';

/**
 * The daily counts that the report of messages is made of: how many messages that were created on each Jakarta day came how
 * far. A trigger adds a row where a message's outcome changes; a deletion adds none, so no past day loses a message to
 * retention or to an erasure. Nothing in them names a recipient.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table message_days (
      day date not null,
      kind text not null,
      outcome text not null check (outcome in ('delivered', 'read', 'failed', 'email', 'sent')),
      n bigint not null
    );
    create index message_days_by_day on message_days (day) include (kind, outcome, n);

    -- How far a message came; null while it waits to be sent.
    create function message_outcome(status text, channel text, read_at timestamptz) returns text
    language sql immutable as $$
      select case
        when status = 'failed' then 'failed'
        when status not in ('sent', 'delivered') then null
        when channel = 'email' then 'email'
        when status = 'sent' then 'sent'
        when read_at is null then 'delivered'
        else 'read'
      end
    $$;
    create function count_message() returns trigger language plpgsql as $$
    declare
      day date := (new.created_at at time zone 'Asia/Jakarta')::date;
      present text := message_outcome(new.status, new.channel, new.read_at);
      former text := case when tg_op = 'UPDATE' then message_outcome(old.status, old.channel, old.read_at) end;
    begin
      insert into message_days
        select day, new.kind, o.outcome, o.n from (values (present, 1), (former, -1)) as o (outcome, n)
        where o.outcome is not null;
      return null;
    end $$;
    create trigger notifications_counted after insert on notifications
      for each row when (message_outcome(new.status, new.channel, new.read_at) is not null)
      execute function count_message();
    create trigger notifications_recounted after update of status, channel, read_at on notifications
      for each row when (message_outcome(new.status, new.channel, new.read_at)
        is distinct from message_outcome(old.status, old.channel, old.read_at))
      execute function count_message();

    -- The triggers' locks keep writers out until this transaction ends, so nothing is counted twice.
    insert into message_days
      select (created_at at time zone 'Asia/Jakarta')::date, kind, message_outcome(status, channel, read_at), count(*)
      from notifications where message_outcome(status, channel, read_at) is not null group by 1, 2, 3;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger notifications_counted on notifications;
    drop trigger notifications_recounted on notifications;
    drop function count_message();
    drop function message_outcome(text, text, timestamptz);
    drop table message_days;
  `);
}
