create function login_phone_is_free() returns trigger language plpgsql as $$
declare
  wanted text;
  taken boolean;
begin
  wanted := case tg_table_name when 'users' then to_jsonb(new) ->> 'contact_phone' else to_jsonb(new) ->> 'phone' end;
  perform pg_advisory_xact_lock(hashtextextended('login-phone:' || wanted, 0));
  if tg_table_name = 'users' then
    select exists (select from login_phones where phone = wanted and user_id <> new.id) into taken;
  else
    select exists (select from users
      where contact_phone = wanted and id <> new.user_id and deleted_at is null) into taken;
  end if;
  if taken then
    raise exception 'the number belongs to another account'
      using errcode = 'unique_violation', constraint = 'login_phones_free';
  end if;
  return new;
end $$;

-- Users, reset codes, counters of failures, the audit trail.
create table users (
  id uuid primary key,
  email text not null check (email = lower(email) and length(email) >= 3 and length(email) <= 254),
  name text check (length(name) >= 1 and length(name) <= 100),
  role text not null default 'wali_murid' check (role in ('wali_murid', 'cs', 'finance', 'staff_pendidikan',
    'staff_tu', 'manager_pendidikan', 'admin', 'it')),
  contact_phone text check (contact_phone ~ '^\+[1-9][0-9]{6,14}$'),
  password_hash text not null check (password_hash like '$argon2id$%'),
  must_change_password boolean not null default false,
  session_epoch integer not null default 0 check (session_epoch >= 0),
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1 check (version > 0),
  phone_verified_at timestamptz,
  email_verified_at timestamptz,
  pending_phone text check (pending_phone ~ '^\+[1-9][0-9]{6,14}$'),
  pending_email text check (pending_email = lower(pending_email) and length(pending_email) >= 3 and
    length(pending_email) <= 254),
  hands_at timestamptz not null default now(),
  made_by uuid[] not null default '{}'::uuid[],
  role_by uuid[] not null default '{}'::uuid[],
  number_by uuid[] not null default '{}'::uuid[],
  password_by uuid[] not null default '{}'::uuid[],
  was_admin_at timestamptz,
  was_deciding_at timestamptz,
  constraint users_phone_verified check (phone_verified_at is null or contact_phone is not null)
);
create unique index users_email_active on users (email) where deleted_at is null;
create unique index users_phone_active on users (contact_phone) where deleted_at is null;
create index users_newest on users (created_at, id) where deleted_at is null;
create index users_by_name on users (lower(coalesce(name, '')), id) where deleted_at is null;
create index users_active_role on users (role) where deleted_at is null;
create trigger users_login_phone before insert or update of contact_phone on users
  for each row when (new.contact_phone is not null and new.deleted_at is null) execute function login_phone_is_free();

create table password_reset_codes (
  id uuid primary key,
  -- The user's id, or a keyed hash of an e-mail that nobody has: both leave the same traces and take the same time.
  account_key text not null,
  user_id uuid references users (id),
  salt bytea not null,
  code_hash bytea not null,
  attempts integer not null default 0 check (attempts >= 0 and attempts <= 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz,
  mailed_at timestamptz
);
create unique index password_reset_codes_live on password_reset_codes (account_key) where used_at is null and voided_at is null;
create index password_reset_codes_recent on password_reset_codes (account_key, created_at);
create index password_reset_codes_age on password_reset_codes (created_at);
create index password_reset_codes_user on password_reset_codes (user_id);

create table password_reset_guards (
  account_key text primary key,
  wrong integer not null default 0,
  closed_until timestamptz,
  updated_at timestamptz not null default now()
);

create table throttles (
  kind text not null check (kind in ('address', 'identifier', 'reset_address', 'device', 'devices', 'session',
    'registration', 'number_stop', 'email_token', 'account_search', 'phone_change', 'phone_change_network')),
  key text not null,
  count integer not null,
  window_started_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  blocked_until timestamptz,
  given_back integer not null default 0 check (given_back >= 0),
  primary key (kind, key)
);
create index throttles_age on throttles (last_at);

create function audit_is_append_only() returns trigger language plpgsql as $$
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
create index audit_events_newest on audit_events (at, id);
create index audit_events_actor on audit_events (actor_id, at);
comment on table audit_events is 'append-only';
create trigger audit_events_append_only before delete or update or truncate on audit_events
  for each statement execute function audit_is_append_only();

create table audit_chain (
  position bigint generated always as identity primary key,
  event_id uuid not null unique references audit_events (id),
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  method text not null default 'sha256' check (method in ('sha256', 'hmac-sha256'))
);
comment on table audit_chain is 'append-only';
create trigger audit_chain_append_only before delete or update or truncate on audit_chain
  for each statement execute function audit_is_append_only();

-- Versions of accounts, by which others keep their copies, and the second number that an account may log in by: the
-- verified one of the profile. A row without a number remembers the version of the profile that took it away, so
-- that an older claim comes too late.
create table login_phones (
  user_id uuid primary key references users (id),
  phone text unique check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  profile_version bigint not null,
  updated_at timestamptz not null default now()
);
create trigger login_phones_free before insert or update of phone on login_phones
  for each row when (new.phone is not null) execute function login_phone_is_free();

-- Known devices and sessions count apart from strangers; numbers that an account had stay for three days.
create table former_phones (
  user_id uuid not null references users (id),
  phone text not null,
  changed_at timestamptz not null default now(),
  primary key (user_id, phone)
);
create index former_phones_age on former_phones (changed_at);

-- Which number and address an account has proved to be its own, and the codes that prove a number.
create table phone_codes (
  id uuid primary key,
  user_id uuid not null references users (id),
  phone text not null,
  -- A change of the number has a minute of its own beside the present number.
  is_change boolean not null,
  salt bytea not null,
  code_hash bytea not null,
  attempts integer not null default 0 check (attempts >= 0 and attempts <= 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz
);
create unique index phone_codes_live on phone_codes (user_id) where used_at is null and voided_at is null;
create index phone_codes_recent on phone_codes (user_id, created_at);
create index phone_codes_number on phone_codes (phone, created_at);
create index phone_codes_age on phone_codes (created_at);

-- Second factors, their recovery codes, running second steps, and requests to clear an administrator's factors.
create table factors (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('passkey', 'totp')),
  name text not null check (length(name) >= 1 and length(name) <= 60),
  credential_id text,
  public_key bytea,
  counter bigint,
  transports text,
  secret text,
  -- The time step of the last code that was taken; neither it nor an earlier one is taken again.
  last_step bigint,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_used_at timestamptz,
  constraint factors_check check ((kind = 'passkey') = (credential_id is not null and public_key is not null and
    counter is not null)),
  constraint factors_check1 check ((kind = 'totp') = (secret is not null))
);
create index factors_by_user on factors (user_id);
create unique index factors_credential on factors (credential_id);
create unique index factors_one_totp on factors (user_id) where kind = 'totp';
comment on column factors.secret is 'sealed';

create table recovery_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table factor_steps (
  -- A keyed hash: of a login's token, or of the session.
  key bytea primary key,
  user_id uuid not null references users (id),
  purpose text not null check (purpose in ('login', 'fresh', 'passkey')),
  challenge text,
  attempts integer not null default 0 check (attempts >= 0 and attempts <= 5),
  session_epoch integer not null,
  expires_at timestamptz not null
);
create index factor_steps_by_user on factor_steps (user_id);
create index factor_steps_age on factor_steps (expires_at);

create table factor_clearances (
  user_id uuid primary key references users (id),
  requested_by uuid not null references users (id),
  requested_at timestamptz not null default now()
);

-- The line of logins, where there is no Redis. Unlogged: a place lasts a minute, and after a crash of the database
-- everybody joins anew.
create unlogged table login_line (
  id text primary key,
  -- A keyed hash of what was typed as identifier and of the network.
  key text not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  begun_at timestamptz
) with (fillfactor = 50);
create unique index login_line_one_place on login_line (key) where begun_at is null;

-- Requests to move an account whose number was lost, and the counter of tries to stop one.
create table number_requests (
  id uuid primary key,
  user_id uuid not null references users (id),
  phone text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- The account's number at the opening; the request ends without a move where it is another one by then.
  old_phone text,
  checked text[] not null check (cardinality(checked) >= 2 and cardinality(checked) <= 3 and checked <@
    array['email_proved', 'id_card_seen', 'registration_known']),
  status text not null default 'open' check (status in ('open', 'approved', 'moved', 'refused', 'stopped',
    'failed')),
  opened_by uuid not null references users (id),
  opened_at timestamptz not null default now(),
  decided_by uuid references users (id),
  decided_at timestamptz,
  note text check (length(note) <= 500),
  counts_at timestamptz,
  -- A keyed hash of what the message to the old number carries.
  stop_hash bytea unique,
  ended_at timestamptz,
  failure text check (failure in ('phone_taken', 'number_changed')),
  constraint number_requests_check check (decided_by <> opened_by and decided_by <> user_id and opened_by <>
    user_id),
  constraint number_requests_check1 check ((status = 'open') = (decided_by is null)),
  constraint number_requests_check2 check ((status = 'approved') = (stop_hash is not null)),
  constraint number_requests_check3 check ((status in ('open', 'approved')) = (ended_at is null)),
  constraint number_requests_check4 check ((status = 'failed') = (failure is not null))
);
create unique index number_requests_live on number_requests (user_id) where status in ('open', 'approved');
create index number_requests_user on number_requests (user_id);
create index number_requests_newest on number_requests (opened_at, id);
create index number_requests_due on number_requests (counts_at) where status = 'approved';

-- The links by which an account proves its address or another one, and which reset codes went there.
create table email_tokens (
  id uuid primary key,
  user_id uuid not null references users (id),
  email text not null,
  -- A change has a minute of its own; the letter of the registration counts for the minute alone.
  cause text not null check (cause in ('registration', 'again', 'change')),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz
);
create unique index email_tokens_live on email_tokens (user_id) where used_at is null and voided_at is null;
create index email_tokens_recent on email_tokens (user_id, created_at);
create index email_tokens_age on email_tokens (created_at);

-- Who has asked to set the password of an account that decides over money, results or accounts: a second person
-- must, too.
create table password_requests (
  user_id uuid primary key references users (id),
  requested_by uuid not null references users (id),
  requested_at timestamptz not null default now()
);

-- A registration takes a place of its network, which it gives back once its number is proved; both are counted, so
-- that places given back have a bound as well. The copy of the school's settings names days with more places.
create table registration_places (
  user_id uuid primary key references users (id) on delete cascade,
  network text not null,
  window_started_at timestamptz not null
);
create index registration_places_age on registration_places (window_started_at);

create table school (
  id boolean default true primary key check (id),
  version integer not null,
  settings jsonb not null,
  received_at timestamptz not null default now()
);

-- Accounts that a member of staff made at the counter and whose family has set no password yet.
create table counter_accounts (
  user_id uuid primary key references users,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  invited_at timestamptz,
  import_id uuid
);
create index counter_accounts_of_import on counter_accounts (import_id) where import_id is not null;

-- Ways to show a list that a member of staff keeps by name; shared ones are for all who have the owner's role.
create table list_views (
  id uuid primary key,
  user_id uuid not null references users,
  list text not null,
  name text not null,
  settings jsonb not null,
  shared boolean not null,
  version integer not null default 1
);
create unique index list_views_name on list_views (user_id, list, lower(name));
create index list_views_shared on list_views (list) where shared;
