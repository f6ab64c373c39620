-- Functions name tables that follow.
set local check_function_bodies = off;

create table outbox (
  id uuid primary key,
  type text not null,
  version bigint not null,
  queue text not null,
  sealed text not null,
  request_id text,
  created_at timestamptz not null default now(),
  relayed_at timestamptz,
  relayed_to text
);
create index outbox_waiting on outbox (created_at) where relayed_at is null;
create index outbox_relayed on outbox (relayed_at) where relayed_at is not null;

create table processed_events (
  id uuid primary key,
  type text not null,
  processed_at timestamptz not null default now()
);
create index processed_events_age on processed_events (processed_at);

create table idempotency_keys (
  user_id uuid not null,
  route text not null,
  key text not null,
  sealed text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, route, key)
);

create function rows_are_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('gerbang.ending', true) = 'on'
    and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create table audit_events (
  id uuid primary key,
  at timestamptz not null default now(),
  action text not null,
  actor_id uuid,
  actor_name text,
  actor_role text,
  subject_id uuid,
  details jsonb not null default '{}'::jsonb,
  request_id text,
  address text
);
create index audit_events_subject on audit_events (subject_id, at);
create index audit_events_actor on audit_events (actor_id, at);
create index audit_events_newest on audit_events (at, id);
comment on table audit_events is 'append-only';
create trigger audit_events_append_only before delete or update or truncate on audit_events
  for each statement execute function rows_are_append_only();

create table audit_chain (
  position bigint generated always as identity primary key,
  event_id uuid not null unique references audit_events (id),
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  method text not null default 'sha256' check (method in ('sha256', 'hmac-sha256'))
);
comment on table audit_chain is 'append-only';
create trigger audit_chain_append_only before delete or update or truncate on audit_chain
  for each statement execute function rows_are_append_only();

create table accounts (
  id uuid primary key,
  name text,
  role text not null,
  phone text,
  active boolean not null,
  version bigint not null
);

-- Announcements with their results, and the copy of registrations that admission's events keep. A `live` result
-- holds its registration: the index lets only one do so.
create table registrations (
  id uuid primary key,
  version bigint not null,
  deleted boolean not null,
  user_id uuid not null,
  child_id uuid not null,
  child_name text not null,
  child_nick_name text,
  registration_number text not null,
  jenjang text not null,
  kelas text,
  academic_year text not null,
  current_stage text not null,
  payment_status text not null,
  child_gender text,
  parent_name text
);
create index registrations_waiting on registrations (jenjang, lower(child_name), id) where current_stage = 'waiting_announcement' and not deleted;
create index registrations_of_family on registrations (user_id);

create table announcements (
  id uuid primary key,
  title text not null check (length(title) >= 1 and length(title) <= 200),
  content text not null check (length(content) >= 1 and length(content) <= 5000),
  observation_period text not null check (length(observation_period) >= 1 and length(observation_period) <= 100),
  jenjang text not null check (jenjang in ('KB', 'TK', 'SD', 'SMP')),
  status text not null default 'draft' check (status in ('draft', 'pending_review', 'approved', 'rejected',
    'published')),
  created_by_id uuid not null,
  created_by_name text,
  created_by_role text not null,
  reviewed_by_id uuid,
  reviewed_by_name text,
  reviewed_by_role text,
  review_notes text check (length(review_notes) <= 2000),
  published_by_id uuid,
  published_by_name text,
  published_by_role text,
  submitted_at timestamptz,
  reviewed_at timestamptz,
  published_at timestamptz,
  -- Added up when the results change, so that a list of announcements reads none of them.
  passed_count integer not null default 0 check (passed_count >= 0),
  failed_count integer not null default 0 check (failed_count >= 0),
  skipped_count integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  edited_by uuid[] not null default '{}'::uuid[],
  told boolean not null default false,
  applied boolean not null default false,
  examined_outside_at timestamptz,
  examined_outside_by_id uuid,
  examined_outside_by_name text,
  examined_outside_by_role text,
  waitlisted_count integer not null default 0 check (waitlisted_count >= 0),
  constraint announcements_check1 check ((status = 'published') = (published_at is not null)),
  constraint announcements_check2 check ((published_at is null) = (published_by_id is null)),
  constraint announcements_check3 check (status not in ('approved', 'rejected', 'published') or reviewed_at is not
    null),
  constraint announcements_examined_outside check ((examined_outside_at is null) = (examined_outside_by_id is null)),
  constraint announcements_skipped check (skipped_count >= 0 and skipped_count <= (passed_count + failed_count +
    waitlisted_count)),
  constraint announcements_not_empty check (status = 'draft' or (passed_count + failed_count + waitlisted_count) >
    0)
);
create index announcements_newest on announcements (created_at, id);
create index announcements_by_status on announcements (status, created_at, id);
create index announcements_untold on announcements (id) where status = 'published' and not told;
create index announcements_under_way on announcements (id) where status = 'published' and not applied;

create table announcement_results (
  id uuid primary key,
  announcement_id uuid not null references announcements (id) on delete cascade,
  registration_id uuid not null references registrations (id),
  child_id uuid not null,
  result text not null check (result in ('passed', 'failed', 'waitlisted')),
  individual_note text check (length(individual_note) <= 1000),
  live boolean not null default true,
  skip_reason text check (skip_reason in ('stage', 'fee', 'deleted', 'seats')),
  skipped_at timestamptz,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  checked_by_id uuid,
  checked_by_name text,
  checked_by_role text,
  unique (announcement_id, registration_id),
  constraint announcement_results_check check ((skip_reason is null) = (skipped_at is null)),
  constraint announcement_results_check1 check (skip_reason is null or not live),
  constraint announcement_results_checked check ((checked_at is null) = (checked_by_id is null))
);
create unique index announcement_results_live on announcement_results (registration_id) where live;
create index announcement_results_published on announcement_results (registration_id) where published_at is not null and skip_reason is null;

create table retention_runs (
  day date primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  counts jsonb
);

create table audit_anchors (
  position bigint primary key,
  hash bytea not null,
  made_at timestamptz not null default now()
);
comment on table audit_anchors is 'append-only';

create table outbox_events (
  id uuid primary key,
  type text not null,
  topic text not null,
  version bigint not null,
  sealed text not null,
  request_id text,
  created_at timestamptz not null default now(),
  relayed_at timestamptz,
  relayed_to text
);
create index outbox_events_waiting on outbox_events (id) where relayed_at is null;

-- The copy of the school's settings in force: one row, which admission's events keep.
create table school (
  id boolean default true primary key check (id),
  version integer not null,
  settings jsonb not null,
  received_at timestamptz not null default now()
);

-- How many places of a class are free, as admission's events tell it, and how many results of an announcement go to
-- the waiting list. Contracts: the checks of the counts allow more than before.
create table seat_pools (
  id uuid primary key,
  version bigint not null,
  academic_year text not null,
  jenjang text not null check (jenjang in ('KB', 'TK', 'SD', 'SMP')),
  -- Null = the classes of the level together.
  kelas text,
  -- Null = limited no more.
  free integer
);
create index seat_pools_of_level on seat_pools (jenjang, academic_year) where free is not null;

create function end_trail(most integer) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first_kept bigint;
  last_ended bigint;
  last_hash bytea;
  events uuid[];
begin
  select min(c.position) into first_kept from audit_chain c join audit_events e on e.id = c.event_id
    where e.at >= now() - interval '5 years';
  select array_agg(event_id), max(position) into events, last_ended from (
    select event_id, position from audit_chain
    where first_kept is null or position < first_kept order by position limit most
  ) as old;
  if last_ended is null then return 0; end if;
  select hash into last_hash from audit_chain where position = last_ended;
  insert into audit_anchors (position, hash) values (last_ended, last_hash);
  perform set_config('gerbang.ending', 'on', true);
  delete from audit_chain where position <= last_ended;
  delete from audit_events where id = any(events);
  perform set_config('gerbang.ending', '', true);
  return cardinality(events);
end $$;
