create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- The rule of tables that only grow, wider than the kit's: functions that end a family's data may delete rows, and take
-- texts out of rows that stay. The trail is never changed.
create or replace function rows_are_append_only() returns trigger language plpgsql as $$
begin
  if (tg_op = 'DELETE' or (tg_op = 'UPDATE' and tg_table_name not like 'audit%'))
    and current_setting('gerbang.ending', true) = 'on'
    and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- The regions of Indonesia.
create table provinces (code text primary key, name text not null);

create table regencies (
  code text primary key,
  province_code text not null references provinces (code),
  name text not null
);

create table districts (
  code text primary key,
  regency_code text not null references regencies (code),
  name text not null
);

create table villages (
  code text primary key,
  district_code text not null references districts (code),
  name text not null
);

-- The lists of the selects, in their order, and the look-up of a combination by its names.
create index regencies_of_province on regencies (province_code, name);
create index districts_of_regency on districts (regency_code, name);
create index villages_of_district on villages (district_code, name);

create function note_accounts() returns trigger language plpgsql as $$
begin
  perform note_family(new.id);
  return null;
end $$;

-- Families: the copy of accounts that auth's events keep, parents, children with the consent to each. Sealed
-- columns hold ciphertext, bound to their row.
create table accounts (
  id uuid primary key,
  name text,
  role text not null,
  phone text,
  active boolean not null,
  version bigint not null,
  phone_verified boolean,
  unproved_since timestamptz
);
create index accounts_unproved on accounts (unproved_since) where unproved_since is not null;
create constraint trigger accounts_new_on_dashboard after insert on accounts deferrable initially deferred
  for each row when (new.role = 'wali_murid') execute function note_accounts();
create constraint trigger accounts_on_dashboard after update on accounts deferrable initially deferred
  for each row when (old.phone_verified is distinct from new.phone_verified) execute function note_accounts();

create function family_is_not_erased() returns trigger language plpgsql as $$
begin
  if exists (select from erasure_requests where user_id = new.user_id and status in ('approved', 'done')) then
    raise exception 'the data of this family are erased' using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;

create function note_parents() returns trigger language plpgsql as $$
declare
  one parents;
begin
  if tg_op = 'DELETE' then one := old; else one := new; end if;
  perform note_family((select one.user_id));
  return null;
end $$;

create table parents (
  id uuid primary key,
  user_id uuid not null unique,
  father_name text check (length(father_name) <= 100),
  father_alive_status text check (father_alive_status in ('HIDUP', 'MENINGGAL')),
  father_ktp text,
  father_education text,
  father_job text,
  father_phone text check (father_phone ~ '^\+[1-9][0-9]{6,14}$'),
  father_income text,
  mother_name text check (length(mother_name) <= 100),
  mother_alive_status text check (mother_alive_status in ('HIDUP', 'MENINGGAL')),
  mother_ktp text,
  mother_education text,
  mother_job text,
  mother_phone text check (mother_phone ~ '^\+[1-9][0-9]{6,14}$'),
  mother_income text,
  contact_phone text check (contact_phone ~ '^\+[1-9][0-9]{6,14}$'),
  contact_phone_verified_at timestamptz,
  address text check (length(address) <= 500),
  kelurahan text check (length(kelurahan) <= 100),
  kecamatan text check (length(kecamatan) <= 100),
  kab_kota text check (length(kab_kota) <= 100),
  provinsi text check (length(provinsi) <= 100),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column parents.father_ktp is 'sealed';
comment on column parents.father_income is 'sealed';
comment on column parents.mother_ktp is 'sealed';
comment on column parents.mother_income is 'sealed';
create trigger parents_not_erased before insert on parents
  for each row execute function family_is_not_erased();
create constraint trigger parents_on_dashboard after insert or delete or update on parents deferrable initially deferred
  for each row execute function note_parents();

create table contact_phone_codes (
  id uuid primary key,
  user_id uuid not null,
  phone text not null,
  salt bytea not null,
  code_hash bytea not null,
  attempts integer not null default 0 check (attempts >= 0 and attempts <= 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz,
  address_key text not null default ''
);
create unique index contact_phone_codes_live on contact_phone_codes (user_id) where used_at is null and voided_at is null;
create index contact_phone_codes_recent on contact_phone_codes (user_id, created_at);
create index contact_phone_codes_of_phone on contact_phone_codes (phone, created_at);
create index contact_phone_codes_of_address on contact_phone_codes (address_key, created_at);
create index contact_phone_codes_age on contact_phone_codes (created_at);

create function note_children() returns trigger language plpgsql as $$
declare
  one children;
begin
  if tg_op = 'DELETE' then one := old; else one := new; end if;
  perform note_family((select user_id from parents where id = one.parent_id));
  return null;
end $$;

create table children (
  id uuid primary key,
  parent_id uuid not null references parents (id),
  full_name text not null check (length(full_name) >= 1 and length(full_name) <= 100),
  nick_name text check (length(nick_name) <= 50),
  gender text check (gender in ('male', 'female')),
  birth_city text check (length(birth_city) >= 1 and length(birth_city) <= 100),
  birth_date date not null check (birth_date >= '1900-01-01'::date),
  nik text,
  nik_index text,
  sibling_count integer check (sibling_count >= 0 and sibling_count <= 30),
  blood_type text check (blood_type in ('A', 'B', 'O', 'AB')),
  address text check (length(address) <= 500),
  kelurahan text check (length(kelurahan) <= 100),
  kecamatan text check (length(kecamatan) <= 100),
  kab_kota text check (length(kab_kota) <= 100),
  provinsi text check (length(provinsi) <= 100),
  kk_number text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint children_check check ((nik is null) = (nik_index is null))
);
create index children_of_family on children (parent_id, created_at, id);
create index children_nik on children (nik_index) where deleted_at is null and nik_index is not null;
create index children_by_birth on children (parent_id, birth_date) where deleted_at is null;
comment on column children.nik is 'sealed';
comment on column children.kk_number is 'sealed';
create constraint trigger children_on_dashboard after insert or delete or update on children deferrable initially deferred
  for each row execute function note_children();

create table consents (
  id uuid primary key,
  child_id uuid not null references children (id),
  user_id uuid not null,
  version text not null,
  address text not null,
  given_at timestamptz not null default now()
);
create index consents_of_child on consents (child_id);
comment on table consents is 'append-only';
create trigger consents_append_only before delete or update or truncate on consents
  for each statement execute function rows_are_append_only();

-- Files: the row comes after the bytes are safely stored; unattached ones are swept after a day. `family_user_id`
-- is the account of the family whose record the file belongs to: who may read it is in the query.
create table files (
  id uuid primary key,
  uploader_id uuid not null,
  uploader_role text not null,
  purpose text not null check (purpose in ('payment_evidence', 'stage_attachment', 'school_logo', 'child_document')),
  name text not null check (length(name) >= 1 and length(name) <= 150),
  media_type text not null,
  size integer not null check (size > 0),
  created_at timestamptz not null default now(),
  attached_at timestamptz,
  attached_to text check (attached_to in ('registration_payment', 'registration_stage', 'invoice_payment', 'school',
    'child_document', 'refund')),
  record_id uuid,
  family_user_id uuid,
  content_hash bytea,
  invoice_number text check (length(invoice_number) <= 50),
  invoice_registration_id uuid,
  constraint files_check check ((attached_at is null) = (attached_to is null)),
  constraint files_check1 check ((attached_at is null) = (record_id is null))
);
create index files_unattached on files (created_at) where attached_at is null;
create index files_of_uploader on files (uploader_id, created_at);
create index files_of_content on files (content_hash) where content_hash is not null and attached_at is not null;

-- Uploads as they count against a person's hour and day, also those that were refused.
create table uploads (
  id uuid primary key,
  user_id uuid not null,
  bytes bigint not null,
  created_at timestamptz not null,
  kind text not null default 'file' check (kind in ('file', 'document'))
);
create index uploads_age on uploads (created_at);
create index uploads_of_user on uploads (user_id, kind, created_at);

-- Registrations with their numbers, fee, stages and the history of both. One live registration a child and year;
-- numbers a year and level run without gaps.
create table registration_counters (
  academic_year text not null,
  jenjang text not null check (jenjang in ('KB', 'TK', 'SD', 'SMP')),
  last integer not null check (last > 0),
  primary key (academic_year, jenjang)
);

create function count_registrations() returns trigger language plpgsql as $$
declare changed bigint;
begin
  if tg_op = 'INSERT' then
    insert into registration_counts
      select academic_year, jenjang, payment_status, current_stage, count(*) from new_rows
      where deleted_at is null group by 1, 2, 3, 4;
    insert into registration_days
      select jakarta_day(created_at), academic_year, jenjang, payment_status, current_stage,
        re_enrolment_of(re_enrolled_on, fully_paid_on), count(*)
      from new_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'UPDATE' then
    insert into registration_counts
      select academic_year, jenjang, payment_status, current_stage, sum(n) from (
        select academic_year, jenjang, payment_status, current_stage, 1 as n from new_rows
        where deleted_at is null
        union all
        select academic_year, jenjang, payment_status, current_stage, -1 from old_rows
        where deleted_at is null
      ) as moved group by 1, 2, 3, 4 having sum(n) <> 0;
    insert into registration_days
      select jakarta_day(now()), academic_year, jenjang, payment_status, current_stage,
        re_enrolment_of(re_enrolled_on, fully_paid_on), sum(n) from (
        select academic_year, jenjang, payment_status, current_stage, re_enrolled_on, fully_paid_on, 1 as n
        from new_rows where deleted_at is null
        union all
        select academic_year, jenjang, payment_status, current_stage, re_enrolled_on, fully_paid_on, -1
        from old_rows where deleted_at is null
      ) as moved group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0;
    get diagnostics changed = row_count;
    if changed > 0 then
      insert into registration_waits
        select jakarta_day(now()), n.academic_year, n.jenjang, s.step,
          greatest(jakarta_day(now()) - s.since, 0), count(*)
        from new_rows n join old_rows o on o.id = n.id
        cross join lateral (values
          ('verified', o.payment_status <> 'verified' and n.payment_status = 'verified', jakarta_day(n.created_at)),
          ('observed', not was_observed(o.current_stage) and was_observed(n.current_stage),
            jakarta_day(n.payment_verified_at)),
          ('accepted', not was_accepted(o.current_stage) and was_accepted(n.current_stage), n.observation_date),
          ('re_enrolled', o.re_enrolled_on is null and n.re_enrolled_on is not null, jakarta_day(n.accepted_at)),
          ('paid', o.fully_paid_on is null and n.fully_paid_on is not null, n.re_enrolled_on)
        ) as s (step, entered, since)
        where n.deleted_at is null and s.entered and s.since is not null
        group by 1, 2, 3, 4, 5;
    end if;
  else
    insert into registration_counts
      select academic_year, jenjang, payment_status, current_stage, -count(*) from old_rows
      where deleted_at is null group by 1, 2, 3, 4;
    insert into registration_days
      select jakarta_day(now()), academic_year, jenjang, payment_status, current_stage,
        re_enrolment_of(re_enrolled_on, fully_paid_on), -count(*)
      from old_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6;
  end if;
  return null;
end $$;

create function note_registrations() returns trigger language plpgsql as $$
declare
  one registrations;
begin
  if tg_op = 'DELETE' then one := old; else one := new; end if;
  perform note_family((select p.user_id from children c join parents p on p.id = c.parent_id where c.id = one.child_id));
  return null;
end $$;

create function keep_registration_search() returns trigger language plpgsql as $$
begin
  insert into registration_search (registration_id, search_text) values (new.id, new.search_text)
  on conflict (registration_id) do update set search_text = excluded.search_text;
  return null;
end $$;

-- What a queue of proofs needs: since when each fee is as it is, and a hash of each file, so that a proof that was
-- sent twice is found. A trigger keeps the moment, for programs of the release before too; files of before have no
-- hash.
create function keep_payment_since() returns trigger language plpgsql as $$
begin
  new.payment_since := now();
  return new;
end $$;

create table registrations (
  id uuid primary key,
  child_id uuid not null references children (id),
  registration_number text not null unique,
  jenjang text not null check (jenjang in ('KB', 'TK', 'SD', 'SMP')),
  kelas text,
  academic_year text not null check (academic_year ~ '^20[0-9]{2}/20[0-9]{2}$'),
  previous_school text check (length(previous_school) <= 150),
  previous_grade text check (length(previous_grade) <= 50),
  nisn text check (nisn ~ '^[0-9]{10}$'),
  how_know_school text,
  uniform_size text,
  sibling_name text check (length(sibling_name) <= 100),
  collective_student_name text check (length(collective_student_name) <= 100),
  information text check (length(information) <= 2000),
  current_stage text not null default 'registered' check (current_stage in ('registered', 'obs_scheduled',
    'obs_attended', 'obs_not_attended', 'waiting_announcement', 'obs_done', 'waitlisted', 'passed', 'failed',
    'released', 'reenroll_required', 'withdrawn')),
  enrollment_status text not null default 'pending' check (enrollment_status in ('pending', 'confirmed',
    'payment_scheme_created', 'declined')),
  payment_amount bigint not null check (payment_amount >= 0 and payment_amount <= 1000000000000),
  payment_status text not null default 'pending' check (payment_status in ('pending', 'paid', 'verified',
    'rejected')),
  bank_name text check (length(bank_name) <= 100),
  bank_account_number text,
  bank_account_owner text check (length(bank_account_owner) <= 100),
  payment_evidence_file_id uuid references files (id),
  rejection_reason text check (length(rejection_reason) <= 2000),
  payment_verified_at timestamptz,
  payment_verified_by uuid,
  payment_verified_by_name text,
  payment_verified_by_role text,
  accepted_at timestamptz,
  -- Set while a confirmation of re-enrolment is processed or completed: the family's part is locked then.
  locked boolean not null default false,
  version integer not null default 1,
  event_version bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search_text text not null default '',
  child_sort text not null default '',
  observation_date date,
  result_announcement_id uuid,
  confirmation_version integer not null default 0,
  re_enrolled_on date,
  fully_paid_on date,
  payment_since timestamptz not null default now(),
  result_opened_at timestamptz,
  settled_by_line_id uuid,
  settled_by_pay_request_id uuid,
  wave_id uuid,
  corrections integer not null default 0 check (corrections >= 0),
  fee_returned bigint not null default 0 check (fee_returned >= 0),
  fee_promised bigint not null default 0 check (fee_promised >= 0),
  fee_returned_version bigint not null default 0,
  settled_by_cash_id uuid,
  settled_by_import_id uuid,
  pay_channel text check (pay_channel in ('va', 'qris')),
  constraint registrations_check check ((payment_status = 'verified') = (payment_verified_at is not null)),
  constraint registrations_check1 check ((payment_verified_at is null) = (payment_verified_by is null)),
  constraint registrations_proof check ( payment_status not in ('paid', 'verified') or payment_evidence_file_id is
    not null or num_nonnulls(settled_by_line_id, settled_by_pay_request_id, settled_by_cash_id, settled_by_import_id)
    > 0 or payment_amount = 0),
  constraint registrations_settled check (num_nonnulls(settled_by_line_id, settled_by_pay_request_id,
    settled_by_cash_id, settled_by_import_id) = 0 or payment_status = 'verified' and num_nonnulls(settled_by_line_id,
    settled_by_pay_request_id, settled_by_cash_id, settled_by_import_id) = 1),
  constraint registrations_pay_channel check (pay_channel is null or settled_by_pay_request_id is not null)
);
create index registrations_of_child on registrations (child_id, created_at, id) where deleted_at is null;
create index registrations_newest on registrations (created_at, id) where deleted_at is null;
create index registrations_by_payment on registrations (payment_status, created_at, id) where deleted_at is null;
create index registrations_by_stage on registrations (current_stage, created_at, id) where deleted_at is null;
create index registrations_by_child on registrations (child_sort, id) where deleted_at is null;
create index registrations_by_update on registrations (updated_at, id) where deleted_at is null;
create index registrations_observed on registrations (observation_date) where deleted_at is null and current_stage = 'obs_scheduled';
create index registrations_by_level on registrations (jenjang, created_at, id) where deleted_at is null;
create index registrations_by_level_and_payment on registrations (jenjang, payment_status, created_at, id) where deleted_at is null;
create index registrations_by_observation on registrations (observation_date) where deleted_at is null and observation_date is not null;
create index registrations_by_wait on registrations (payment_status, payment_since, id) where deleted_at is null;
create index registrations_of_wave on registrations (wave_id) where wave_id is not null and deleted_at is null;
comment on column registrations.bank_account_number is 'sealed';
create trigger registrations_counted_insert after insert on registrations referencing new table as new_rows
  for each statement execute function count_registrations();
create trigger registrations_counted_update after update on registrations referencing old table as old_rows new table as new_rows
  for each statement execute function count_registrations();
create trigger registrations_counted_delete after delete on registrations referencing old table as old_rows
  for each statement execute function count_registrations();
create constraint trigger registrations_on_dashboard after insert or delete or update on registrations deferrable initially deferred
  for each row execute function note_registrations();
create trigger registrations_new_in_search after insert on registrations
  for each row execute function keep_registration_search();
create trigger registrations_in_search after update on registrations
  for each row when (old.search_text is distinct from new.search_text) execute function keep_registration_search();
create trigger registrations_payment_since before update of payment_status on registrations
  for each row when (old.payment_status is distinct from new.payment_status) execute function keep_payment_since();
create unique index registrations_live on registrations (child_id, academic_year)
  where deleted_at is null and current_stage not in ('failed', 'released', 'withdrawn');

create table registration_numbers (
  number text primary key,
  academic_year text not null,
  jenjang text not null,
  sequence integer not null,
  registration_id uuid references registrations (id) on delete set null,
  issued_at timestamptz not null default now(),
  voided_at timestamptz,
  fee_amount bigint,
  fee_verified_at timestamptz,
  unique (academic_year, jenjang, sequence)
);
create index registration_numbers_of on registration_numbers (registration_id);

create table registration_stages (
  id uuid primary key,
  registration_id uuid not null references registrations (id) on delete cascade,
  child_id uuid not null references children (id) on delete cascade,
  stage text not null check (stage in ('registered', 'obs_scheduled', 'obs_attended', 'obs_not_attended',
    'waiting_announcement', 'obs_done', 'waitlisted', 'passed', 'failed', 'released', 'reenroll_required',
    'withdrawn')),
  content text check (length(content) <= 2000),
  observation_time text check (observation_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  observation_place text check (length(observation_place) <= 200),
  note text check (length(note) <= 2000),
  file_id uuid references files (id),
  reached_at timestamptz not null default now(),
  created_by_id uuid not null,
  created_by_name text,
  created_by_role text not null,
  created_at timestamptz not null default now()
);
create index registration_stages_of on registration_stages (registration_id, reached_at, id);

create function count_handled_proof() returns trigger language plpgsql as $$
begin
  insert into handled_work select * from handled_proof(new);
  return null;
end $$;

create table registration_payment_events (
  id uuid primary key,
  registration_id uuid not null references registrations (id),
  from_status text not null,
  to_status text not null,
  cause text not null check (cause in ('parent', 'on_behalf', 'verification', 'bank', 'cash', 'import', 'waived')),
  file_id uuid references files (id),
  reason text,
  actor_id uuid not null,
  actor_name text,
  actor_role text not null,
  at timestamptz not null default now(),
  settled_by_line_id uuid,
  settled_by_pay_request_id uuid,
  settled_on date,
  cash_id uuid unique,
  settled_by_import_id uuid,
  import_method text check (import_method in ('transfer', 'cash')),
  pay_channel text check (pay_channel in ('va', 'qris')),
  constraint registration_payment_events_settled check (case when cause = 'bank' then settled_on is not null and
    num_nonnulls(settled_by_line_id, settled_by_pay_request_id) = 1 when cause = 'cash' then settled_on is not null
    and cash_id is not null and num_nonnulls(settled_by_line_id, settled_by_pay_request_id) = 0 when cause = 'import'
    then settled_on is not null and import_method is not null and settled_by_import_id is not null and
    num_nonnulls(settled_by_line_id, settled_by_pay_request_id) = 0 else num_nonnulls(settled_on, settled_by_line_id,
    settled_by_pay_request_id) = 0 end),
  constraint registration_payment_events_pay_channel check (pay_channel is null or settled_by_pay_request_id is not
    null)
);
create index registration_payment_events_of on registration_payment_events (registration_id, at);
comment on table registration_payment_events is 'append-only';
create trigger registration_payment_events_append_only before delete or update or truncate on registration_payment_events
  for each statement execute function rows_are_append_only();
create trigger payment_events_handled after insert on registration_payment_events
  for each row when (new.from_status = 'paid') execute function count_handled_proof();

-- What staff monitor registrations by: one text to search in (a trigram index finds any piece of it), a name to
-- sort by, the observation's day, and the numbers a state. Counts are kept as differences that writers only append,
-- so that no two of them wait for each other; housekeeping adds them up.
create table registration_counts (
  academic_year text not null,
  jenjang text not null,
  payment_status text not null,
  current_stage text not null,
  n bigint not null
);

-- Requests to erase with their clock, and what lets data end (UU 27/2022, articles 40–44). A number that was given
-- stays with what was paid for it, and without a name: books are kept longer than people's data. Registrations that
-- are gone are remembered by id alone, so that a late event does not wait for them.
create table erasure_requests (
  id uuid primary key,
  user_id uuid not null,
  status text not null default 'received' check (status in ('received', 'approved', 'refused', 'done')),
  note text check (length(note) <= 1000),
  received_at timestamptz not null,
  due_at timestamptz not null,
  -- What the list is sorted by: open ones by their clock, then the others, the newest first.
  sort_key bigint not null,
  decided_at timestamptz,
  decision_reason text check (length(decision_reason) <= 1000),
  decided_by_id uuid,
  decided_by_name text,
  decided_by_role text,
  done_at timestamptz,
  version integer not null default 1,
  constraint erasure_requests_check check ((status = 'received') = (decided_at is null)),
  constraint erasure_requests_check1 check ((decided_at is null) = (decided_by_id is null)),
  constraint erasure_requests_check2 check ((status = 'done') = (done_at is not null)),
  constraint erasure_requests_check3 check (status <> 'refused' or decision_reason is not null)
);
create unique index erasure_requests_open on erasure_requests (user_id) where status in ('received', 'approved');
create index erasure_requests_of on erasure_requests (user_id, received_at);
create index erasure_requests_sorted on erasure_requests (sort_key, id);
create index erasure_requests_newest on erasure_requests (received_at, id);
create index erasure_requests_clock on erasure_requests (due_at) where status in ('received', 'approved');

create table erasure_reports (
  request_id uuid not null references erasure_requests (id),
  service text not null check (service in ('auth', 'announcement', 'billing', 'notification')),
  at timestamptz not null default now(),
  primary key (request_id, service)
);

create table erased_registrations (
  id uuid primary key,
  at timestamptz not null default now()
);

-- Two children may have one NIK: a refusal would tell a stranger that the number is known here. Staff see both
-- marked. What an account enters is counted instead.
create table nik_entries (
  child_id uuid not null references children (id) on delete cascade,
  user_id uuid not null,
  at timestamptz not null default now()
);
create index nik_entries_recent on nik_entries (user_id, at);
create index nik_entries_child on nik_entries (child_id);

-- The read model of the parent's dashboard, one row a family. Triggers count the changes of everything that it
-- shows and empty the stored answer in the same transaction, programs of the release before included; the next read
-- fills it again, under the number of changes that it has seen. Beside it what announcement published, as families
-- read it, and what billing's events say of a family's dues.
create table family_dashboards (
  user_id uuid primary key,
  changes bigint not null default 0,
  body text,
  -- Which release's form the answer has.
  shape integer,
  -- Whether a result can be published, or was, that is not here.
  awaits_results boolean,
  -- Whether a child is accepted: before that there is nothing to confirm and to pay.
  accepted boolean,
  dues jsonb,
  dues_version bigint,
  -- Unread messages, once there is an inbox that counts them.
  unread integer check (unread >= 0),
  untold boolean
) with (fillfactor = 70);

create table dues_feed (
  one boolean default true primary key check (one),
  complete_at timestamptz not null
);

create function note_published_announcements() returns trigger language plpgsql as $$
begin
  perform note_family(p.user_id) from published_results s join registrations r on r.id = s.registration_id
    join children c on c.id = r.child_id join parents p on p.id = c.parent_id
    where s.announcement_id = new.id order by p.user_id;
  return null;
end $$;

create table published_announcements (
  id uuid primary key,
  title text not null,
  content text not null,
  observation_period text not null,
  jenjang text not null check (jenjang in ('KB', 'TK', 'SD', 'SMP')),
  published_at timestamptz not null,
  first_published_at timestamptz
);
create constraint trigger published_announcements_on_dashboard after update on published_announcements deferrable initially deferred
  for each row execute function note_published_announcements();

create function note_published_results() returns trigger language plpgsql as $$
declare
  one published_results;
begin
  if tg_op = 'DELETE' then one := old; else one := new; end if;
  perform note_family((select p.user_id from registrations r join children c on c.id = r.child_id
  join parents p on p.id = c.parent_id where r.id = one.registration_id));
  return null;
end $$;

create table published_results (
  id uuid primary key,
  announcement_id uuid not null references published_announcements (id),
  registration_id uuid not null references registrations (id) on delete cascade,
  result text not null check (result in ('passed', 'failed', 'waitlisted')),
  individual_note text
);
create index published_results_of on published_results (registration_id);
create index published_results_by_announcement on published_results (announcement_id);
create constraint trigger published_results_on_dashboard after insert or delete or update on published_results deferrable initially deferred
  for each row execute function note_published_results();

create table dashboard_repairs (
  id bigint generated always as identity primary key,
  area text not null check (area in ('admission', 'announcement', 'billing')),
  found integer not null,
  at timestamptz not null default now()
);

-- Nur'aini, Nur’aini and Nuraini are one name to the people who look for it: the text that is searched holds no
-- apostrophe.
create function search_without_apostrophes() returns trigger language plpgsql as $$
begin
  new.search_text = translate(new.search_text, U&'''\2018\2019\201B\0060\00B4\02B9\02BB\02BC\02BD\02BE\02BF\2032', '');
  return new;
end $$;

-- What staff search registrations by, in a table of its own. An index of trigrams costs a write more than all other
-- indexes of a registration together, and it was written anew with every stage, fee and version, although the text
-- changes only with a name or a phone. A trigger keeps the copy, for programs of the release before too.
create table registration_search (
  registration_id uuid primary key references registrations (id) on delete cascade,
  search_text text not null
);
create index registration_search_trigrams on registration_search using gin (search_text gin_trgm_ops);
create trigger search_without_apostrophes before insert or update on registration_search
  for each row execute function search_without_apostrophes();

create function school_versions_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.status <> 'draft' then
      raise exception 'only a draft of the school may be deleted' using errcode = 'insufficient_privilege';
    end if;
    return old;
  end if;
  if new.version <> old.version or old.status <> 'draft' and new.settings is distinct from old.settings then
    raise exception 'the settings of this version stay' using errcode = 'insufficient_privilege';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (('draft', 'active'), ('draft', 'scheduled'), ('scheduled', 'active'), ('scheduled', 'cancelled'), ('active', 'retired')) then
    raise exception 'a version of the school cannot go from % to %', old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The school's settings, one row a version. What was ever in force stays as it was, because an invoice or a dispute
-- is read with the settings of its day. An import or the file of a first start may bring a logo, which is a file of
-- its own purpose.
create table school_versions (
  id uuid primary key,
  -- 0 = what the portal begins with before its first settings; it lets no family register.
  version integer not null unique check (version >= 0),
  settings jsonb not null check (octet_length(settings::text) <= 524288),
  status text not null check (status in ('draft', 'scheduled', 'active', 'retired', 'cancelled')),
  based_on integer,
  money_changed boolean not null default false,
  note text check (length(note) >= 1 and length(note) <= 300),
  edited_by jsonb not null default '[]'::jsonb,
  active_from timestamptz,
  activated_by_id uuid,
  activated_by_name text,
  activated_by_role text,
  activated_at timestamptz,
  retired_at timestamptz,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  start_blocked_at timestamptz,
  constraint school_versions_check check (status = 'draft' or note is not null),
  constraint school_versions_check1 check ((status in ('active', 'retired')) = (activated_at is not null)),
  constraint school_versions_check2 check ((status = 'retired') = (retired_at is not null)),
  constraint school_versions_check3 check (status <> 'scheduled' or active_from is not null)
);
create unique index school_versions_active on school_versions (status) where status = 'active';
create unique index school_versions_open on school_versions ((true)) where status in ('draft', 'scheduled');
create index school_versions_account_changes on school_versions (activated_at) where activated_at is not null;
create trigger school_versions_stay before delete or update on school_versions
  for each row execute function school_versions_stay();

-- Days without school, and suggestions that an import brought. A suggestion is no day off: nothing but the list for
-- staff reads its table, and the row goes when a person adds the day.
create table school_days_off (
  id uuid primary key,
  day date not null,
  name text not null check (length(name) >= 1 and length(name) <= 100),
  kind text not null check (kind in ('national', 'joint_leave', 'school')),
  source text not null check (source in ('suggested', 'typed')),
  created_by_id uuid not null,
  created_by_name text,
  created_at timestamptz not null default now(),
  constraint school_days_off_day unique (day)
);

create table school_day_suggestions (
  day date primary key,
  name text not null check (length(name) >= 1 and length(name) <= 100),
  kind text not null check (kind in ('national', 'joint_leave', 'school')),
  created_at timestamptz not null default now()
);

-- The daily counts that reports are made of: how many registrations entered and left a state on each Jakarta day,
-- and how long each step of the funnel took. Rows are only added, by one trigger with the other counts, so a
-- registration that is deleted later counts against the day of its deletion and no past day changes. Nothing in
-- them names a registration.
create table registration_days (
  day date not null,
  academic_year text not null,
  jenjang text not null,
  payment_status text not null,
  current_stage text not null,
  re_enrolment text not null check (re_enrolment in ('none', 'sent', 'paid')),
  n bigint not null
);
create index registration_days_by_year on registration_days (academic_year, day) include (jenjang, payment_status, current_stage, re_enrolment, n);
create index registration_days_recent on registration_days (day) include (payment_status, current_stage, n);

create table registration_waits (
  day date not null,
  academic_year text not null,
  jenjang text not null,
  step text not null check (step in ('verified', 'observed', 'accepted', 're_enrolled', 'paid')),
  waited integer not null,
  n bigint not null
);
create index registration_waits_by_year on registration_waits (academic_year, day) include (jenjang, step, waited, n);

create table handled_work (
  day date not null,
  kind text not null check (kind in ('proof', 'payment', 'confirmation')),
  academic_year text not null,
  jenjang text not null,
  waited integer not null check (waited >= 0),
  actor_id uuid not null,
  actor_role text not null
);
create index handled_work_by_day on handled_work (day) include (kind, academic_year, jenjang, waited, actor_role);
create index handled_work_by_actor on handled_work (actor_id, day) include (kind, academic_year, jenjang);

-- Prints of proofs of payments, by which a slip that was used before is found, and the pairs that were found. Both
-- go with their files. Prints take the place of `files.content_hash`, which programs of the release before still
-- write and read.
create table file_prints (
  file_id uuid primary key references files (id) on delete cascade,
  -- Of the bytes as they were sent; of the stored ones for a file from before prints; null where its bytes were gone.
  sha256 bytea check (length(sha256) = 32),
  -- Null for a file that is no picture, or one without content.
  dhash bit(64),
  thumb bytea check (length(thumb) = 1024),
  -- What is known of its likeness to other proofs, and how often that has changed.
  alert_status text check (alert_status in ('open', 'dismissed', 'confirmed', 'paid_by_bank')),
  alert_version integer not null default 0,
  at timestamptz not null default now(),
  detail bytea check (length(detail) = 18432),
  constraint file_prints_check check ((dhash is null) = (thumb is null)),
  constraint file_prints_check1 check ((alert_status is null) = (alert_version = 0))
);
create index file_prints_same on file_prints (sha256);
create index file_prints_like on file_prints (dhash) include (file_id) where dhash is not null;
create index file_prints_to_detail on file_prints (file_id) where thumb is not null and detail is null;

create table proof_alerts (
  id uuid primary key,
  -- The proof that came later, and the one that it is like.
  file_id uuid not null references files (id) on delete cascade,
  other_file_id uuid not null references files (id) on delete cascade,
  kind text not null check (kind in ('same_file', 'looks_same')),
  -- How much of the pictures is alike, in thousandths.
  score integer not null check (score >= 0 and score <= 1000),
  status text not null default 'open' check (status in ('open', 'dismissed', 'confirmed', 'paid_by_bank')),
  note text check (length(note) >= 5 and length(note) <= 300),
  decided_by_id uuid,
  decided_by_name text,
  decided_by_role text,
  decided_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  constraint proof_alerts_check check (file_id <> other_file_id),
  constraint proof_alerts_check1 check ((status = 'open') = (decided_at is null)),
  constraint proof_alerts_check2 check ((decided_at is null) = (decided_by_id is null)),
  constraint proof_alerts_check3 check ((decided_at is null) = (note is null))
);
create unique index proof_alerts_pair on proof_alerts (least(file_id, other_file_id), greatest(file_id, other_file_id));
create index proof_alerts_of on proof_alerts (file_id);
create index proof_alerts_of_other on proof_alerts (other_file_id);
create index proof_alerts_newest on proof_alerts (created_at, id);

-- Documents of a child: what the school asks and why, their state, every version that was sent with its review, and
-- the facts that a person compared. Of the seeded types a missing one warns and holds no family back. Contracts:
-- the lists of purposes and of what a file belongs to grew.
create table document_types (
  id uuid primary key,
  key text not null unique check (key ~ '^[a-z_]{2,30}$'),
  label text not null check (length(label) >= 1 and length(label) <= 60),
  help text not null check (length(help) <= 200),
  purpose text not null check (length(purpose) >= 1 and length(purpose) <= 200),
  jenjang text[] not null check (jenjang <@ array['KB', 'TK', 'SD', 'SMP'] and cardinality(jenjang) > 0),
  classes text[],
  required boolean not null,
  needed_by text not null check (needed_by in ('registration', 'observation', 're_enrolment')),
  gate text not null check (gate in ('none', 'warn', 'block')),
  -- A gate that blocks counts for registrations made after it was set.
  blocks_from timestamptz,
  max_files integer not null check (max_files >= 1 and max_files <= 10),
  accepts text not null check (accepts in ('image', 'image_pdf')),
  facts text[] not null default '{}'::text[] check (facts <@ array['child_name', 'birth_date', 'birth_place', 'nik',
    'kk_number', 'parent_names', 'address']),
  expires_months integer check (expires_months >= 1 and expires_months <= 120),
  position integer not null,
  retired_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  told_version integer not null default 1,
  constraint document_types_check check ((gate = 'block') = (blocks_from is not null))
);

-- A family's dashboard says which documents to send: a change of one empties the stored answer, as other changes
-- do.
create function note_child_documents() returns trigger language plpgsql as $$
declare
  one child_documents;
begin
  if tg_op = 'DELETE' then one := old; else one := new; end if;
  perform note_family((select p.user_id from children c join parents p on p.id = c.parent_id where c.id = one.child_id));
  return null;
end $$;

create table child_documents (
  id uuid primary key,
  child_id uuid not null references children (id) on delete cascade,
  type_id uuid not null references document_types (id),
  status text not null check (status in ('missing', 'uploaded', 'approved', 'returned', 'waived', 'seen')),
  current_version integer,
  -- The version whose approval counts, also while a newer one waits.
  approved_version integer,
  waived_reason text check (length(waived_reason) >= 5 and length(waived_reason) <= 200),
  expires_on date,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (child_id, type_id),
  constraint child_documents_check check (status not in ('uploaded', 'approved', 'returned') or current_version is
    not null),
  constraint child_documents_check1 check (status <> 'approved' or approved_version is not null),
  constraint child_documents_check2 check (status not in ('returned', 'missing') or approved_version is null),
  constraint child_documents_check3 check (status not in ('waived', 'seen') or waived_reason is not null)
);
create index child_documents_waiting on child_documents (updated_at, id) where status = 'uploaded';
create index child_documents_by_status on child_documents (status, updated_at, id);
create index child_documents_expiring on child_documents (expires_on) where expires_on is not null;
create index child_documents_decided on child_documents (updated_at) where status in ('approved', 'returned', 'waived', 'seen');
create constraint trigger child_documents_on_dashboard after insert or delete or update on child_documents deferrable initially deferred
  for each row execute function note_child_documents();

create function version_is_kept() returns trigger language plpgsql as $$
begin
  -- Sealing with another key says nothing new.
  if to_jsonb(new) - 'note' - 'decision' - 'reason_code' - 'reason_text' - 'reviewed_by_id' - 'reviewed_by_name' - 'reviewed_by_role' - 'reviewed_at' is distinct from to_jsonb(old) - 'note' - 'decision' - 'reason_code' - 'reason_text' - 'reviewed_by_id' - 'reviewed_by_name' - 'reviewed_by_role' - 'reviewed_at'
    or (new.note is null) <> (old.note is null)
    or (old.decision is not null and (new.decision, new.reason_code, new.reason_text, new.reviewed_by_id, new.reviewed_by_name, new.reviewed_by_role, new.reviewed_at) is distinct from (old.decision, old.reason_code, old.reason_text, old.reviewed_by_id, old.reviewed_by_name, old.reviewed_by_role, old.reviewed_at) and not (old.decision = 'approved' and new.decision is not distinct from 'returned')) then
    raise exception 'this change of a document''s version is not allowed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create table document_versions (
  id uuid primary key,
  document_id uuid not null references child_documents (id) on delete cascade,
  number integer not null check (number > 0),
  -- Ids of files in the order of the pages.
  files jsonb not null check (jsonb_array_length(files) >= 1 and jsonb_array_length(files) <= 10),
  note text,
  sent_by_id uuid not null,
  sent_by_name text,
  sent_by_role text not null,
  sent_at timestamptz not null default now(),
  decision text check (decision in ('approved', 'returned')),
  reason_code text check (reason_code in ('buram', 'terpotong', 'salah_dokumen', 'beda_data', 'kedaluwarsa',
    'halaman_kurang', 'lain')),
  reason_text text check (length(reason_text) <= 300),
  reviewed_by_id uuid,
  reviewed_by_name text,
  reviewed_by_role text,
  reviewed_at timestamptz,
  unique (document_id, number),
  constraint document_versions_check check ((decision is null) = (reviewed_at is null)),
  constraint document_versions_check1 check ((decision is null) = (reviewed_by_id is null)),
  constraint document_versions_check2 check ((not decision is distinct from 'returned') = (reason_code is not null)),
  constraint document_versions_check3 check (reason_code is distinct from 'lain' or reason_text is not null)
);
comment on column document_versions.note is 'sealed';
create trigger document_versions_kept before update on document_versions
  for each row execute function version_is_kept();

create table facts_checked (
  child_id uuid not null references children (id) on delete cascade,
  fact text not null check (fact in ('child_name', 'birth_date', 'birth_place', 'nik', 'kk_number', 'parent_names',
    'address')),
  document_version_id uuid not null references document_versions (id) on delete cascade,
  -- HMAC of the value as it was compared.
  value_hmac bytea not null check (length(value_hmac) = 32),
  checked_by_id uuid not null,
  checked_by_name text,
  checked_by_role text not null,
  at timestamptz not null default now(),
  primary key (child_id, fact)
);
create index facts_checked_of_version on facts_checked (document_version_id);

-- Up to which decision a child's family knows how its documents are, and who was reminded of what is missing.
create table document_notices (
  child_id uuid primary key references children (id) on delete cascade,
  -- The newest decision of which the family was told.
  told_at timestamptz not null
);

create table document_reminders (
  registration_id uuid primary key references registrations (id) on delete cascade,
  asked_at timestamptz not null,
  -- Null until the worker has looked at it, which it does by day.
  done_at timestamptz
);
create index document_reminders_waiting on document_reminders (asked_at) where done_at is null;

-- Waves of registration, and the wave of each registration; without waves nothing is limited.
create table admission_waves (
  id uuid primary key,
  academic_year text not null check (academic_year ~ '^20[0-9]{2}/20[0-9]{2}$'),
  jenjang text not null check (jenjang in ('KB', 'TK', 'SD', 'SMP')),
  name text not null check (length(name) >= 1 and length(name) <= 60),
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  applicants_max integer check (applicants_max >= 1 and applicants_max <= 10000),
  fee_override bigint check (fee_override >= 0 and fee_override <= 1000000000000),
  fee_typed_by_id uuid,
  fee_typed_by_name text,
  fee_typed_by_role text,
  fee_confirmed_by_id uuid,
  fee_confirmed_by_name text,
  fee_confirmed_by_role text,
  payment_period text check (length(payment_period) >= 1 and length(payment_period) <= 200),
  note text check (length(note) >= 1 and length(note) <= 300),
  cancelled_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint admission_waves_check check (opens_at < closes_at),
  constraint admission_waves_check1 check ((fee_override is null) = (fee_typed_by_id is null)),
  constraint admission_waves_check2 check (fee_confirmed_by_id is null or fee_override is not null),
  constraint admission_waves_apart exclude using gist (academic_year with =,jenjang with
    =,tstzrange(opens_at,closes_at) with &&) where (cancelled_at is null)
);

create function number_new_list() returns trigger language plpgsql as $$
begin
  insert into waitlist_numberings (pool_id) values (new.id);
  return null;
end $$;

-- Seats: how many a class has, the offers that hold them, the waiting list with its order, and why each number of
-- it moved. A registration that gave its seat back makes room for another of the child. Contracts: the checks allow
-- more than before; the index lets in what only programs with seats write.
create table seat_pools (
  id uuid primary key,
  academic_year text not null check (academic_year ~ '^20[0-9]{2}/20[0-9]{2}$'),
  jenjang text not null check (jenjang in ('KB', 'TK', 'SD', 'SMP')),
  -- Null = the classes of the level together.
  kelas text,
  seats integer not null check (seats >= 0 and seats <= 2000),
  offer_limit integer not null,
  taken integer not null default 0,
  answer_days integer not null default 7 check (answer_days >= 1 and answer_days <= 60),
  auto_offer boolean not null default false,
  offers_until date,
  criteria text[] not null check (criteria <@
    array['internal','sibling','staff_child','score','fee_verified_at','registered_at'] and
    criteria[cardinality(criteria)] = 'registered_at'),
  list_max integer check (list_max >= 1 and list_max <= 10000),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  event_version bigint not null default 0,
  constraint seat_pools_limit check (offer_limit >= seats and offer_limit::numeric <= ceil(seats::numeric * 1.3)),
  constraint seat_pools_taken check (taken >= 0)
);
create unique index seat_pools_one on seat_pools (academic_year, jenjang, coalesce(kelas, '')) where deleted_at is null;
create trigger seat_pools_numbered after insert on seat_pools
  for each row execute function number_new_list();

create table offers (
  id uuid primary key,
  registration_id uuid not null references registrations (id) on delete cascade,
  pool_id uuid not null references seat_pools (id),
  source text not null check (source in ('result', 'waitlist', 'staff', 'migrated')),
  status text not null default 'open' check (status in ('open', 'accepted', 'releasing', 'released')),
  -- Null = no deadline: accepted before there was a pool.
  answer_until timestamptz,
  extensions integer not null default 0 check (extensions >= 0 and extensions <= 3),
  release_cause text check (release_cause in ('deadline', 'family', 'staff')),
  reason_code text check (reason_code in ('other_school', 'cost', 'distance', 'not_ready', 'other')),
  reason_text text check (length(reason_text) <= 300),
  accepted_at timestamptz,
  releasing_at timestamptz,
  released_at timestamptz,
  created_by_id uuid not null,
  created_by_name text,
  created_by_role text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reminded_on date,
  constraint offers_check check ((status in ('releasing', 'released')) = (release_cause is not null)),
  constraint offers_check1 check (status not in ('releasing', 'released') or releasing_at is not null),
  constraint offers_check2 check ((status = 'released') = (released_at is not null)),
  constraint offers_check3 check (status <> 'accepted' or accepted_at is not null)
);
create unique index offers_live on offers (registration_id) where status <> 'released';
create index offers_of on offers (registration_id, created_at);
create index offers_of_pool on offers (pool_id, status, answer_until);
create index offers_due on offers (answer_until) where status = 'open';
create index offers_releasing on offers (releasing_at) where status = 'releasing';

create table waitlist_entries (
  id uuid primary key,
  registration_id uuid not null references registrations (id) on delete cascade,
  pool_id uuid not null references seat_pools (id),
  status text not null default 'waiting' check (status in ('waiting', 'offered', 'withdrawn', 'expired', 'closed')),
  -- Compared byte by byte: equal on every machine.
  sort_key text collate "C" not null,
  criteria_values jsonb not null,
  joined_at timestamptz not null default now(),
  -- When the family last said that it waits.
  confirmed_at timestamptz not null default now(),
  asked_at timestamptz,
  reminders integer not null default 0 check (reminders >= 0 and reminders <= 2),
  ended_at timestamptz,
  version integer not null default 1 check (version > 0),
  ended_event bigint,
  constraint waitlist_entries_check check ((status = 'waiting') = (ended_at is null)),
  constraint waitlist_entries_check1 check (sort_key like ('%|' || registration_id))
);
create unique index waitlist_entries_waiting on waitlist_entries (registration_id) where status = 'waiting';
create unique index waitlist_entries_order on waitlist_entries (pool_id, sort_key) where status = 'waiting';
create index waitlist_entries_of on waitlist_entries (registration_id, joined_at);
create index waitlist_entries_ended on waitlist_entries (pool_id, ended_event) where ended_event is not null;

create table waitlist_events (
  id bigint generated always as identity primary key,
  pool_id uuid not null references seat_pools (id),
  cause text not null check (cause in ('joined', 'joined_above', 'promoted', 'withdrawn', 'expired', 'rule_changed',
    'seats_changed', 'closed', 'priority_confirmed')),
  -- Of one entry; it may be erased with its registration.
  entry_id uuid,
  count integer not null check (count >= 0),
  release_cause text check (release_cause in ('deadline', 'family', 'staff')),
  priority text check (priority in ('internal', 'sibling', 'staff_child')),
  note text check (length(note) <= 300),
  actor_id uuid not null,
  actor_name text,
  actor_role text not null,
  at timestamptz not null default clock_timestamp()
);
create index waitlist_events_of on waitlist_events (pool_id, id);
comment on table waitlist_events is 'append-only';
create trigger waitlist_events_append_only before delete or update or truncate on waitlist_events
  for each statement execute function rows_are_append_only();

create table waitlist_positions (
  entry_id uuid not null references waitlist_entries (id) on delete cascade,
  event_id bigint not null references waitlist_events (id),
  position integer not null check (position > 0),
  of integer not null,
  at timestamptz not null default clock_timestamp(),
  primary key (entry_id, event_id),
  constraint waitlist_positions_check check (position <= of)
);

create table registration_priorities (
  registration_id uuid not null references registrations (id) on delete cascade,
  kind text not null check (kind in ('internal', 'sibling', 'staff_child')),
  confirmed boolean not null,
  note text check (length(note) <= 300),
  by_id uuid not null,
  by_name text,
  by_role text not null,
  at timestamptz not null default now(),
  primary key (registration_id, kind)
);

-- Up to which event the numbers of each waiting list are written: who leaves a list leaves it at once, and the
-- numbers of all behind follow outside that transaction. An entry keeps the event by which it left, so that the
-- numbers can be counted as of each event. Programs of the release before write their numbers themselves and leave
-- that column empty.
create table waitlist_numberings (
  pool_id uuid primary key references seat_pools (id),
  event_id bigint not null default 0,
  -- How many waited at that event.
  waiting integer not null default 0 check (waiting >= 0)
);

-- Facts that a person compared with a document and that were typed anew since: what is to be compared again. A row
-- ends with the next tick of its fact, and with the next decision about its document.
create table facts_changed (
  child_id uuid not null references children (id) on delete cascade,
  fact text not null,
  -- The document that it had been compared with.
  document_id uuid not null references child_documents (id) on delete cascade,
  at timestamptz not null default now(),
  primary key (child_id, fact)
);
create index facts_changed_of_document on facts_changed (document_id);

-- The registrations whose fees one slip was sent for, where there are several; a slip of one fee has no row. The
-- file goes with the last of them. Programs of the release before know files of one record alone: they show such a
-- slip with each fee, and an erasure of one of its registrations waits for this release.
create table slip_fees (
  file_id uuid not null references files (id) on delete cascade,
  registration_id uuid not null references registrations (id) on delete cascade,
  primary key (file_id, registration_id)
);
create index slip_fees_of_registration on slip_fees (registration_id);

create function correction_stays() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{objection,objected_at,sealed_changes}'::text[])
      is distinct from (to_jsonb(old) - '{objection,objected_at,sealed_changes}'::text[])
    or (old.objected_at is not null
      and (new.objection, new.objected_at) is distinct from (old.objection, old.objected_at)) then
    raise exception 'this change of a correction is not allowed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Corrections by staff, which only grow: a family objects to one once, and the numbers inside are sealed anew with
-- a newer key. Requests of families to correct something, and their objections, are tasks of the staff.
create table corrections (
  id uuid primary key,
  registration_id uuid not null references registrations (id),
  target text not null check (target in ('child', 'parents', 'registration')),
  record_id uuid not null,
  -- {field: {before, after}}; of the fields in "sealed_changes" it holds the names alone.
  changes jsonb not null check (changes <> '{}'),
  sealed_changes text,
  reason text not null check (length(reason) between 10 and 300),
  basis text not null check (basis in ('document', 'family', 'typing', 'other')),
  -- Without a reference: documents end earlier.
  document_id uuid,
  by_id uuid not null,
  by_name text,
  by_role text not null,
  objected_at timestamptz,
  objection text check (length(objection) between 1 and 500),
  created_at timestamptz not null default now(),
  constraint corrections_objection check ((objected_at is null) = (objection is null))
);
comment on column corrections.sealed_changes is 'sealed';
create index corrections_of_registration on corrections (registration_id, created_at);
create index corrections_of_record on corrections (record_id, created_at);
create trigger corrections_stay before update on corrections
  for each row execute function correction_stays();
create trigger corrections_kept before delete or truncate on corrections
  for each statement execute function rows_are_append_only();

create table correction_requests (
  id uuid primary key,
  registration_id uuid not null references registrations (id) on delete cascade,
  correction_id uuid,
  text text not null check (length(text) between 1 and 500),
  status text not null default 'open' check (status in ('open', 'done', 'refused')),
  answer text check (length(answer) between 5 and 300),
  answered_by_id uuid,
  answered_by_name text,
  answered_by_role text,
  answered_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  constraint correction_requests_answered check ((status = 'open') = (answer is null)
    and (answer is null) = (answered_at is null) and (answer is null) = (answered_by_id is null))
);
create unique index correction_requests_open on correction_requests (registration_id)
  where status = 'open' and correction_id is null;
create index correction_requests_of_registration on correction_requests (registration_id);
create index correction_requests_oldest on correction_requests (created_at, id);

-- What staff noted of calls with a family. Notes are only added; they end with the family, or by their age.
create table family_notes (
  id uuid primary key,
  user_id uuid not null,
  text text not null check (length(text) between 3 and 500),
  by_id uuid not null,
  by_name text,
  by_role text not null,
  at timestamptz not null default now()
);
comment on table family_notes is 'append-only';
create index family_notes_of_family on family_notes (user_id, at);
create index family_notes_oldest on family_notes (at);
create trigger family_notes_append_only before delete or update or truncate on family_notes
  for each statement execute function rows_are_append_only();
create trigger family_notes_not_erased before insert on family_notes
  for each row execute function family_is_not_erased();

create function end_family_notes(wanted uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('gerbang.ending', 'on', true);
  delete from family_notes where id = any(wanted);
  perform set_config('gerbang.ending', '', true);
end $$;

-- Families that leave. What they would get back is kept as the rule gave it on that day.
create table withdrawals (
  id uuid primary key,
  registration_id uuid not null references registrations (id) on delete cascade,
  asked_by text not null check (asked_by in ('family', 'staff')),
  reason_code text not null check (reason_code in ('moving', 'other_school', 'cost', 'health', 'school_ended', 'other')),
  status text not null default 'done' check (status in ('requested', 'done', 'refused', 'cancelled')),
  refundable jsonb not null,
  -- What staff checked before they did it for the family.
  checked text[],
  by_id uuid not null,
  by_name text,
  by_role text not null,
  objected_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  note text check (length(note) between 1 and 300),
  decided_by_id uuid,
  decided_by_name text,
  decided_by_role text,
  decided_reason text check (length(decided_reason) between 5 and 300),
  decided_at timestamptz,
  account text,
  digested_at timestamptz,
  constraint withdrawals_checked check ((asked_by = 'staff') = (checked is not null)),
  constraint withdrawals_decided check ((decided_by_id is null) = (decided_at is null) and (decided_by_id is null) =
    (decided_by_role is null) and (decided_by_id is null) = (decided_reason is null) and (decided_by_id is null or
    status in ('done', 'refused')) and (decided_by_id is not null or status <> 'refused'))
);
create unique index withdrawals_one on withdrawals (registration_id) where status in ('requested', 'done');
create index withdrawals_newest on withdrawals (created_at, id);
create index withdrawals_of on withdrawals (registration_id, created_at);
comment on column withdrawals.account is 'sealed';

-- What a paid registration fee differs by after its level or year was corrected, and what finance decided about
-- it. One that the bank's money paid, or that was given back, stays when a later correction adds another; of the
-- open ones a registration has one at most.
create table fee_differences (
  id uuid primary key,
  registration_id uuid not null references registrations (id) on delete cascade,
  fee bigint not null check (fee >= 0),
  amount bigint not null check (amount <> 0),
  way text check (way in ('ask', 'leave', 'give_back')),
  reason text check (length(reason) <= 300),
  decided_by_id uuid,
  decided_by_name text,
  decided_by_role text,
  decided_at timestamptz,
  paid_at timestamptz,
  settled_on date,
  settled_by_line_id uuid,
  settled_by_pay_request_id uuid,
  -- The entry of the books that ended it: the fee is owed again, or the money of a paid one was taken back.
  ended_id uuid,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  pay_channel text check (pay_channel in ('va', 'qris')),
  settled_by_cash_id uuid unique,
  ended_cash_id uuid,
  constraint fee_differences_way check (way is null or way = 'leave' or (way = 'ask') = (amount > 0)),
  constraint fee_differences_decided check ((way is null) = (decided_at is null)
    and (way is null) = (decided_by_id is null) and (way is null) = (decided_by_role is null)),
  constraint fee_differences_paid check (case when paid_at is null then num_nonnulls(settled_on, settled_by_line_id,
    settled_by_pay_request_id, settled_by_cash_id) = 0 else way is not distinct from 'ask' and settled_on is not null
    and num_nonnulls(settled_by_line_id, settled_by_pay_request_id, settled_by_cash_id) = 1 end),
  constraint fee_differences_ended check ((ended_id is null) = (ended_at is null)),
  constraint fee_differences_pay_channel check (pay_channel is null or settled_by_pay_request_id is not null),
  constraint fee_differences_ended_cash check (ended_cash_id is null or settled_by_cash_id is not null and ended_id
    is not null)
);
create unique index fee_differences_open on fee_differences (registration_id)
  where paid_at is null and ended_id is null and way is distinct from 'give_back';
create index fee_differences_of on fee_differences (registration_id);

-- Slots of the observation with their assessors and bookings; neither a place nor a person is in two at once.
create table observation_slots (
  id uuid primary key,
  academic_year text not null,
  jenjang text not null check (jenjang in ('KB', 'TK', 'SD', 'SMP')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  place text not null check (length(place) between 1 and 80),
  place_key text generated always as (lower(trim(place))) stored,
  capacity integer not null check (capacity between 1 and 40),
  booked integer not null default 0,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  instructions text check (length(instructions) <= 500),
  published boolean not null default false,
  cancelled_at timestamptz,
  cancel_reason text check (length(cancel_reason) <= 200),
  sequence integer not null default 0,
  told_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  told_after uuid,
  constraint observation_slots_room check (booked between 0 and capacity),
  constraint observation_slots_minutes check (ends_at - starts_at between interval '10 minutes' and interval '4 hours'),
  constraint observation_slots_closes check (closes_at <= starts_at),
  constraint observation_slots_apart exclude using gist
    (place_key with =, tstzrange(starts_at, ends_at) with &&) where (cancelled_at is null)
);
create index observation_slots_calendar on observation_slots (starts_at) where cancelled_at is null;
create index observation_slots_untold on observation_slots (opens_at) where told_at is null;

create table slot_assessors (
  slot_id uuid not null references observation_slots (id) on delete cascade,
  user_id uuid not null,
  name text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  live boolean not null default true,
  primary key (slot_id, user_id),
  constraint slot_assessors_apart exclude using gist
    (user_id with =, tstzrange(starts_at, ends_at) with &&) where (live)
);

create table observation_bookings (
  id uuid primary key,
  slot_id uuid not null references observation_slots (id),
  registration_id uuid not null references registrations (id) on delete cascade,
  status text not null check (status in ('booked', 'moved', 'cancelled', 'attended', 'absent')),
  source text not null check (source in ('family', 'staff')),
  moves integer not null default 0 check (moves between 0 and 2),
  attendees text check (attendees in ('both', 'father', 'mother', 'guardian')),
  needs text check (length(needs) between 1 and 200),
  by_id uuid not null,
  by_name text,
  by_role text not null,
  reminded_on date,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  checked_in_at timestamptz
);
create unique index observation_bookings_live on observation_bookings (registration_id) where status = 'booked';
create index observation_bookings_of_registration on observation_bookings (registration_id);
create index observation_bookings_of_slot on observation_bookings (slot_id);

create function rubrics_keep_content() returns trigger language plpgsql as $$
begin
  if old.status <> 'draft' and (tg_op = 'DELETE' or new.status = 'draft'
    or (old.items, old.title, old.jenjang, old.version_no) is distinct from
      (new.items, new.title, new.jenjang, new.version_no)) then
    raise exception 'a rubric that was activated does not change' using errcode = 'insufficient_privilege';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- What assessors look at, by level; only drafts change, and one a level is active.
create table rubrics (
  id uuid primary key,
  jenjang text not null check (jenjang in ('KB', 'TK', 'SD', 'SMP')),
  version_no integer not null check (version_no > 0),
  title text not null check (length(title) between 1 and 120),
  items jsonb not null check (jsonb_array_length(items) between 1 and 30),
  status text not null default 'draft' check (status in ('draft', 'active', 'retired')),
  flagged_words jsonb not null default '[]',
  confirmed_by_id uuid,
  confirmed_by_name text,
  created_by_id uuid,
  created_by_name text,
  activated_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (jenjang, version_no)
);
create unique index rubrics_active on rubrics (jenjang) where status = 'active';
create trigger rubrics_keep_content before update or delete on rubrics
  for each row execute function rubrics_keep_content();

create function note_entered() returns trigger language plpgsql as $$
begin
  perform note_family(coalesce(new.user_id, old.user_id));
  return null;
end $$;

-- What the school has typed for a family and the family has not checked, and the tries of members of staff at the
-- counter.
create table entered_sections (
  user_id uuid not null,
  key text not null check (key ~ '^(profile|(child|registration):[0-9a-f-]{36})$'),
  entered_by_id uuid not null,
  entered_by_name text,
  entered_by_role text not null,
  entered_at timestamptz not null default now(),
  confirmed_at timestamptz,
  primary key (user_id, key)
);
create index entered_sections_unchecked on entered_sections (entered_at) where confirmed_at is null;
create constraint trigger entered_on_dashboard after insert or update or delete on entered_sections
  deferrable initially deferred for each row execute function note_entered();

create table counter_limits (
  staff_id uuid not null,
  kind text not null check (kind in ('search', 'wrong')),
  count integer not null check (count >= 0),
  window_started_at timestamptz not null default now(),
  primary key (staff_id, kind)
);

-- One sheet of each assessor about a child, and what the sent ones say together, which outlives them.
create table observation_scores (
  id uuid primary key,
  registration_id uuid not null references registrations (id) on delete cascade,
  rubric_id uuid not null references rubrics (id),
  assessor_id uuid not null,
  assessor_name text,
  scores jsonb not null default '{}',
  average numeric(4, 3) check (average between 1 and 4),
  recommendation text check (recommendation in ('disarankan', 'dipertimbangkan', 'tidak_disarankan')),
  notes text,
  status text not null check (status in ('draft', 'submitted')),
  submitted_at timestamptz,
  reopened_at timestamptz,
  reopened_by_id uuid,
  reopened_by_name text,
  reopen_reason text check (length(reopen_reason) <= 200),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (registration_id, assessor_id),
  constraint observation_scores_sent check (status = 'draft' or (average is not null and submitted_at is not null))
);
comment on column observation_scores.notes is 'sealed';

create table observation_summaries (
  registration_id uuid primary key references registrations (id) on delete cascade,
  sheets integer not null check (sheets >= 0),
  average numeric(4, 3) check (average between 1 and 4),
  spread numeric(4, 3) check (spread between 0 and 3),
  recommendations jsonb not null default '{}',
  version integer not null default 1 check (version > 0)
);

-- School years; families choose among the open ones.
create table academic_years (
  id uuid primary key default gen_random_uuid(),
  label text not null unique check (label ~ '^20[0-9][0-9]/20[0-9][0-9]$'),
  state text not null default 'planned' check (state in ('planned', 'open', 'closed', 'archived')),
  starts_on date not null,
  opened_at timestamptz,
  opened_by_id uuid,
  opened_by_name text,
  closed_at timestamptz constraint academic_years_check1 check (closed_at is not null or state not in ('closed', 'archived')),
  closed_by_id uuid,
  closed_by_name text,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint academic_years_opened check (opened_at is not null or state <> 'open')
);

-- The secret address of a calendar that a member of the staff subscribes to; of the address only a hash is kept.
create table calendar_links (
  user_id uuid primary key,
  token_hash bytea not null unique,
  created_at timestamptz not null default now()
);

-- What families say for Dapodik beside their data, of a child or of its parents, and when they were asked for it.
create table dapodik_answers (
  id uuid primary key,
  child_id uuid unique references children (id) on delete cascade,
  parent_id uuid unique references parents (id) on delete cascade,
  answers text not null,
  updated_at timestamptz not null default now(),
  constraint dapodik_answers_of_one check (num_nonnulls(child_id, parent_id) = 1)
);
comment on column dapodik_answers.answers is 'sealed';

create table dapodik_asks (
  parent_id uuid primary key references parents (id) on delete cascade,
  asked_at timestamptz not null,
  asked_by_id uuid not null
);

-- Lists of children that come from elsewhere, row by row as their files have them, and what became of each row. A
-- fee that such a list says was paid names it, with the way in which it was paid.
create table imports (
  id uuid primary key,
  file_name text not null,
  state text not null default 'reading'
    check (state in ('reading', 'preview', 'running', 'stopped', 'done', 'undone')),
  head text not null,
  other_sheets integer not null,
  created_by_id uuid not null,
  created_by_name text,
  created_by_role text not null,
  started_by_id uuid,
  started_by_name text,
  started_by_role text,
  started_at timestamptz check (started_at is not null or state in ('reading', 'preview')),
  tested_at timestamptz,
  settle_asked_by_id uuid,
  settle_sum bigint,
  ended_at timestamptz check (ended_at is not null or state in ('reading', 'preview', 'running', 'stopped')),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index imports_to_work on imports (created_at) where state in ('reading', 'running');
create index imports_old on imports (updated_at);
comment on column imports.head is 'sealed';

create table import_rows (
  id uuid primary key,
  import_id uuid not null references imports on delete cascade,
  n integer not null check (n > 0),
  hidden boolean not null,
  cells text not null,
  edits text,
  shown text,
  status text check (status in ('new', 'family', 'registered', 'look', 'impossible')),
  left_out boolean not null default false,
  decided boolean not null default false,
  family_id uuid,
  child_id uuid,
  position integer check (position >= 0),
  outcome text check (outcome in ('imported', 'skipped', 'failed', 'undone', 'kept')),
  outcome_text text,
  registration_id uuid,
  made_family boolean not null default false,
  made_child boolean not null default false,
  done_at timestamptz,
  version integer not null default 1 check (version > 0),
  unique (import_id, n)
);
create index import_rows_of_family on import_rows (family_id) where family_id is not null;
create index import_rows_to_do on import_rows (import_id, position) where position is not null and outcome is null;
comment on column import_rows.cells is 'sealed';
comment on column import_rows.edits is 'sealed';
comment on column import_rows.shown is 'sealed';

-- How a year is closed or archived: who asked, who agreed, what becomes of what is left, and how far it is.
create table year_closings (
  id uuid primary key,
  academic_year text not null,
  status text not null check (status in ('asked', 'running', 'stopped', 'done', 'dropped')),
  unpaid text check (unpaid in ('delete', 'move')),
  accepted text check (accepted in ('withdraw', 'wait')),
  asked_at timestamptz not null,
  asked_by_id uuid not null,
  asked_by_name text,
  asked_by_role text not null,
  agreed_at timestamptz check (agreed_at is not null or status in ('asked', 'dropped')),
  agreed_by_id uuid,
  agreed_by_name text,
  agreed_by_role text,
  -- Where it goes on: the step, and the last registration that was gone through.
  step text not null default 'unpaid' check (step in ('unpaid', 'waitlist', 'accepted', 'families')),
  after uuid not null default '00000000-0000-0000-0000-000000000000',
  total integer not null default 0,
  done integer not null default 0,
  deleted integer not null default 0,
  invited integer not null default 0,
  ended integer not null default 0,
  withdrawn integer not null default 0,
  kept integer not null default 0,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  work text not null default 'close' check (work in ('close', 'archive')),
  constraint year_closings_choices check (work = 'archive' or num_nulls(unpaid, accepted) = 0)
);
create unique index year_closings_open on year_closings (academic_year) where status in ('asked', 'running', 'stopped');
create index year_closings_year on year_closings (academic_year, created_at);

-- Whether accepted children go on to the next class, as their families answer.
create table continuations (
  id uuid primary key,
  registration_id uuid not null unique references registrations (id) on delete cascade,
  academic_year text not null,
  jenjang text not null check (jenjang in ('KB', 'TK', 'SD', 'SMP')),
  kelas text,
  deadline date not null,
  fee_percent integer not null check (fee_percent between 0 and 100),
  observation boolean not null,
  asked_at timestamptz not null,
  asked_by_id uuid not null,
  reminded_at timestamptz,
  answer text check (answer in ('yes', 'no')),
  answered_at timestamptz,
  made_id uuid unique references registrations (id) on delete set null,
  constraint continuations_answered check ((answer is null) = (answered_at is null))
);
create index continuations_unanswered on continuations (deadline) where answer is null and reminded_at is null;

alter table registrations add foreign key (wave_id) references admission_waves (id) on delete set null;
alter table waitlist_entries add foreign key (ended_event) references waitlist_events (id);

create function end_registrations(wanted uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('gerbang.ending', 'on', true);
  delete from registration_payment_events where registration_id = any(wanted);
  delete from corrections where registration_id = any(wanted);
  update waitlist_events set note = 'Data dihapus' where note is not null
    and entry_id in (select id from waitlist_entries where registration_id = any(wanted));
  perform set_config('gerbang.ending', '', true);
  delete from registrations where id = any(wanted);
end $$;

create function end_children(wanted uuid[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('gerbang.ending', 'on', true);
  delete from consents where child_id = any(wanted);
  perform set_config('gerbang.ending', '', true);
  delete from children where id = any(wanted);
end $$;

create function note_family(wanted uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if wanted is null then return; end if;
  insert into family_dashboards as f (user_id, changes) values (wanted, 1)
  on conflict (user_id) do update set changes = f.changes + 1, body = null;
end $$;

create function re_enrolment_of(re_enrolled_on date, fully_paid_on date) returns text language sql immutable as $$
select case when fully_paid_on is not null then 'paid' when re_enrolled_on is not null then 'sent' else 'none' end
$$;

create function was_observed(stage text) returns boolean language sql immutable as $$
select stage in ('obs_attended', 'waiting_announcement', 'obs_done', 'waitlisted', 'released', 'passed', 'failed', 'reenroll_required')
$$;

create function was_accepted(stage text) returns boolean language sql immutable as $$
select stage in ('passed', 'reenroll_required')
$$;

create function jakarta_day(moment timestamp with time zone) returns date language sql stable as $$
select (moment at time zone 'Asia/Jakarta')::date
$$;

create function fill_registration_days() returns void language sql as $$
delete from registration_days;
delete from registration_waits;

with changes as (
  select id as registration_id, created_at as at, 0 as place, 'pending' as pay, 'registered' as stage,
    'none' as re_enrolment, false as gone from registrations
  union all
  select registration_id, at, 1, to_status, null, null, false from registration_payment_events
  union all
  select registration_id, reached_at, 2, null, stage, null, false from registration_stages
  union all
  select id, re_enrolled_on::timestamp at time zone 'Asia/Jakarta', 3, null, null, 'sent', false
  from registrations where re_enrolled_on is not null
  union all
  select id, fully_paid_on::timestamp at time zone 'Asia/Jakarta', 4, null, null, 'paid', false
  from registrations where fully_paid_on is not null
  union all
  select id, deleted_at, 5, null, null, null, true from registrations where deleted_at is not null
  union all
  select id, now(), 6, payment_status, current_stage, re_enrolment_of(re_enrolled_on, fully_paid_on), false
  from registrations
), gathered as (
  select registration_id, least(at, now()) as at, row_number() over so_far as place,
    array_remove(array_agg(pay) over so_far, null) as pays,
    array_remove(array_agg(stage) over so_far, null) as stages,
    array_remove(array_agg(re_enrolment) over so_far, null) as re_enrolments,
    bool_or(gone) over so_far as gone
  from changes window so_far as (partition by registration_id order by least(at, now()), place, at)
), states as (
  select registration_id, at, place,
    case when gone then null
      else array[pays[cardinality(pays)], stages[cardinality(stages)], re_enrolments[cardinality(re_enrolments)]]
    end as state
  from gathered
), moves as (
  select registration_id, at, state,
    lag(state) over (partition by registration_id order by place) as former
  from states
)
insert into registration_days
select jakarta_day(m.at), r.academic_year, r.jenjang, s.state[1], s.state[2], s.state[3], sum(s.n)
from moves m join registrations r on r.id = m.registration_id
cross join lateral (values (m.state, 1), (m.former, -1)) as s (state, n)
where m.state is distinct from m.former and s.state is not null
group by 1, 2, 3, 4, 5, 6 having sum(s.n) <> 0;

insert into registration_waits
select s.day, r.academic_year, r.jenjang, s.step, greatest(s.day - s.since, 0), count(*)
from registrations r
cross join lateral (values
  ('verified', jakarta_day(r.payment_verified_at), jakarta_day(r.created_at)),
  ('observed', (select jakarta_day(min(reached_at)) from registration_stages
    where registration_id = r.id and stage = 'obs_attended'), jakarta_day(r.payment_verified_at)),
  ('accepted', jakarta_day(r.accepted_at), r.observation_date),
  ('re_enrolled', r.re_enrolled_on, jakarta_day(r.accepted_at)),
  ('paid', r.fully_paid_on, r.re_enrolled_on)
) as s (step, day, since)
where s.day is not null and s.since is not null
group by 1, 2, 3, 4, 5;
$$;

-- Proofs of fees that staff have decided, with the time since the family's last one, for the report of work.
create function handled_proof(decided registration_payment_events) returns setof handled_work language sql stable as $$
select jakarta_day(decided.at), 'proof', r.academic_year, r.jenjang,
  (extract(epoch from decided.at - sent.at) / 60)::integer, decided.actor_id, decided.actor_role
from registrations r
cross join lateral (select max(e.at) as at from registration_payment_events e
  where e.registration_id = r.id and e.to_status = 'paid' and e.at <= decided.at) sent
where r.id = decided.registration_id and sent.at is not null
  and decided.from_status = 'paid' and decided.to_status in ('verified', 'rejected')
  and decided.actor_role not in ('wali_murid', 'system')
$$;
