-- Rows of the trail and of other append-only tables cannot be changed, neither by a bug nor by the role of a service.
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

-- The hash chain over the trail.
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
