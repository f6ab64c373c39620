-- Sessions where there is no Redis: an id only as its hash, and the lowest epoch a user's session may have.
create table sessions (
  hash text primary key,
  user_id uuid not null,
  role text not null,
  epoch integer not null,
  must_change boolean not null,
  created_at bigint not null,
  last_seen bigint not null,
  id uuid not null default gen_random_uuid(),
  proven_at bigint not null default (extract(epoch from now()) * 1000::numeric),
  must_add_factor boolean not null default false,
  device text,
  network text
);
create index sessions_by_user on sessions (user_id, created_at);

create table session_epochs (
  user_id uuid primary key,
  epoch integer not null
);

-- Counters of requests by address; worth nothing after a crash, so not logged.
create unlogged table limits (
  key text primary key,
  hits integer not null,
  until timestamptz not null
);

-- The copy of what everybody may know of the school: one row, which admission's events keep.
create table school (
  id boolean default true primary key check (id),
  version integer not null,
  school jsonb not null,
  received_at timestamptz not null default now()
);
