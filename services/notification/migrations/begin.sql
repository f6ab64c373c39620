create extension if not exists pg_trgm;

create function raise_notification_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create function message_outcome(status text, channel text, read_at timestamp with time zone) returns text language sql immutable as $$
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

-- Messages with their delivery, what stops sending, and webhooks that overtook their message.
create table notifications (
  id uuid primary key,
  dedupe_key text not null unique,
  kind text not null,
  priority text not null check (priority in ('code', 'normal', 'bulk')),
  -- Sealed with the column keys; the parameters of a code are erased when it is sent or dead.
  recipient_sealed text not null,
  recipient_key text not null,
  params_sealed text,
  -- The text without any code.
  message text,
  status text not null default 'pending' check (status in ('pending', 'retry', 'sent', 'delivered', 'failed')),
  reason text,
  error_code integer,
  attempt integer not null default 0,
  tries integer not null default 0,
  unknowns integer not null default 0,
  attempt_state text not null default 'none' check (attempt_state in ('none', 'sending', 'unknown')),
  next_attempt_at timestamptz not null default now(),
  lease_until timestamptz not null default '-infinity'::timestamp with time zone,
  lease_owner text,
  expires_at timestamptz,
  renumbered_at timestamptz not null default now(),
  wamid text unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  recipient_id uuid,
  version integer not null default 1,
  resent_at timestamptz,
  resend_floor integer not null default 0,
  channel text not null default 'whatsapp' check (channel in ('whatsapp', 'email')),
  not_before timestamptz,
  contacted_at timestamptz
);
create index notifications_due on notifications (next_attempt_at) where status in ('pending', 'retry');
create index notifications_waiting_recipient on notifications (recipient_key) where status in ('pending', 'retry');
create index notifications_newest on notifications (created_at, id);
create index notifications_by_status on notifications (status, created_at, id);
create index notifications_by_kind on notifications (kind, created_at, id) include (status);
create index notifications_by_recipient on notifications (recipient_id, created_at, id);
create index notifications_by_number on notifications (recipient_key, created_at, id);
create index notifications_letters_due on notifications (next_attempt_at) where channel = 'email' and (status in ('pending', 'retry'));
create index notifications_of_announcement on notifications (dedupe_key text_pattern_ops) where kind = 'result_published';
create trigger notifications_version before update of status on notifications
  for each row when (old.status is distinct from new.status) execute function raise_notification_version();
create trigger notifications_counted after insert on notifications
  for each row when (message_outcome(new.status, new.channel, new.read_at) is not null) execute function count_message();
create trigger notifications_recounted after update of status, channel, read_at on notifications
  for each row when (message_outcome(new.status, new.channel, new.read_at) is distinct from message_outcome(old.status, old.channel, old.read_at)) execute function count_message();
create index notifications_missed on notifications (recipient_id)
  where status = 'failed' and priority <> 'code' and contacted_at is null;

create table send_stops (
  -- 'all', 'bulk' or 'template:<kind>'
  scope text primary key,
  until timestamptz not null,
  code integer,
  hits integer not null default 1
);

create table early_webhooks (
  wamid text not null,
  status text not null,
  reference text,
  error_code integer,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (wamid, status)
);
create index early_webhooks_age on early_webhooks (received_at);

-- What staff watch the messages by: a copy of the accounts (names; of numbers only a keyed hash), to whom a message
-- went, what a resend leaves behind, and the indexes of the list. The version rises with the status whoever changes
-- it.
create table accounts (
  id uuid primary key,
  name text,
  role text not null,
  recipient_key text,
  active boolean not null,
  version bigint not null,
  phone_verified boolean,
  email text,
  -- The present number, for a message that goes out again after a wrong one was put right; null until the account's
  -- next event, or a replay.
  phone_sealed text
);
create index accounts_recipient on accounts (recipient_key) where recipient_key is not null;
create index accounts_name on accounts using gin (name gin_trgm_ops);
create index accounts_email on accounts (email) where email is not null;
create index accounts_search_key on accounts using gin (translate(lower(name), '''‘’‛`´ʹʻʼʽʾʿˈˊˋ′‵＇', '') gin_trgm_ops);

-- Until when the turns of paced messages are given away, for all workers together. What a crash of the database
-- empties is made again by the next turn.
create unlogged table send_pace (
  scope text primary key,
  taken_until timestamptz not null
) with (fillfactor = 50);

-- When backups of the whole installation were finished: the backup writes it, the worker tells it.
create table backup_runs (
  finished_at timestamptz default now() primary key,
  every_seconds integer check (every_seconds > 0)
);

-- Whether an account has proved its number, and how many messages a number got: strangers' numbers are not flooded.
create table recipient_counts (
  recipient_key text primary key,
  day_started_at timestamptz not null default now(),
  today integer not null default 0,
  -- Of all times, while no account had proved the number.
  unproved integer not null default 0
);
create index recipient_counts_age on recipient_counts (day_started_at);

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

-- The inbox of each account in the portal, filled by the statement that takes a message in, and the channels that
-- accounts chose. Messages from before stay out of it: what they tell of is in the portal itself. Every change is
-- told under the ids of the accounts, so that the number of unread messages is current wherever it is shown.
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
create trigger inbox_filed after insert on inbox referencing new table as changed
  for each statement execute function tell_inbox();
create trigger inbox_read after update on inbox referencing new table as changed
  for each statement execute function tell_inbox();

create table message_settings (
  account_id uuid not null,
  kind text not null,
  channel text not null check (channel in ('whatsapp', 'email')),
  primary key (account_id, kind)
);

-- By which way a message goes, the addresses that letters may go to, and those that no letter goes to any more.
create table blocked_addresses (
  address_key text primary key,
  cause text not null check (cause in ('bounced', 'complained')),
  blocked_at timestamptz not null default now()
);

-- What the provider last told of the message templates, and its warnings about the account.
create table message_templates (
  -- As it is registered, with its version.
  name text not null,
  language text not null,
  kind text not null,
  version integer not null,
  status text check (status in ('PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED')),
  reason text,
  status_at timestamptz,
  category text,
  category_at timestamptz,
  quality text,
  quality_at timestamptz,
  primary key (name, language)
);
create index message_templates_kind on message_templates (kind, version);

create table account_warnings (
  event text primary key,
  detail text,
  told_at timestamptz not null
);

-- The copy of the school's settings in force: one row, which admission's events keep.
create table school (
  id boolean default true primary key check (id),
  version integer not null,
  settings jsonb not null,
  received_at timestamptz not null default now()
);

-- The daily counts that the report of messages is made of: how many messages that were created on each Jakarta day
-- came how far. A trigger adds a row where a message's outcome changes; a deletion adds none, so no past day loses
-- a message to retention or to an erasure. Nothing in them names a recipient.
create table message_days (
  day date not null,
  kind text not null,
  outcome text not null check (outcome in ('delivered', 'read', 'failed', 'email', 'sent')),
  n bigint not null
);
create index message_days_by_day on message_days (day) include (kind, outcome, n);

-- When the operator was last told that a part of the portal does not answer, so that it is at most once an hour.
create table operator_notices (
  cause text primary key,
  told_at timestamptz not null
);

create function take_message_room(recipient text, wanted integer, a_day integer, of_all integer) returns integer language plpgsql as $$
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

-- Calls to families that missed messages, with their notes.
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
