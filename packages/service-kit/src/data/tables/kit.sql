-- The outbox of programs of the release before: a row a queue.
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

-- What must leave the service, written in the transaction that caused it: a row an event, whose payload is sealed.
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

-- Events that were handled, so that a repeated one has no second effect.
create table processed_events (
  id uuid primary key,
  type text not null,
  processed_at timestamptz not null default now()
);
create index processed_events_age on processed_events (processed_at);

-- Responses to calls with an Idempotency-Key; sealed, kept for a day.
create table idempotency_keys (
  user_id uuid not null,
  route text not null,
  key text not null,
  sealed text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, route, key)
);

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

-- Ends rows of the trail after five years (UU 27/2022, articles 42–44): the oldest sealed ones, at most `most`. An anchor keeps
-- position and hash of the last, from which the rest of the chain is verified. Only this function sets the flag that the
-- trigger lets deletions pass by.
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
