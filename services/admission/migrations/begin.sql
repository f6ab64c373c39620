create extension if not exists pg_trgm;
create extension if not exists btree_gist;

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
  birth_city text not null check (length(birth_city) >= 1 and length(birth_city) <= 100),
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
    'child_document')),
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
    'released', 'reenroll_required')),
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
  constraint registrations_check check ((payment_status = 'verified') = (payment_verified_at is not null)),
  constraint registrations_check1 check ((payment_verified_at is null) = (payment_verified_by is null)),
  constraint registrations_proof check (payment_status not in ('paid','verified') or payment_evidence_file_id is not
    null or num_nonnulls(settled_by_line_id, settled_by_pay_request_id) > 0),
  constraint registrations_settled check (num_nonnulls(settled_by_line_id,settled_by_pay_request_id) = 0 or
    payment_status = 'verified' and num_nonnulls(settled_by_line_id, settled_by_pay_request_id) = 1)
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
create unique index registrations_live on registrations (child_id, academic_year) where deleted_at is null and current_stage not in ('failed', 'released');
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
    'waiting_announcement', 'obs_done', 'waitlisted', 'passed', 'failed', 'released', 'reenroll_required')),
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
  cause text not null check (cause in ('parent', 'on_behalf', 'verification', 'bank')),
  file_id uuid references files (id),
  reason text,
  actor_id uuid not null,
  actor_name text,
  actor_role text not null,
  at timestamptz not null default now(),
  settled_by_line_id uuid,
  settled_by_pay_request_id uuid,
  settled_on date,
  constraint registration_payment_events_settled check (
  case
      when cause = 'bank' then settled_on is not null and num_nonnulls(settled_by_line_id, settled_by_pay_request_id) = 1
      else num_nonnulls(settled_on, settled_by_line_id, settled_by_pay_request_id) = 0
  end)
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
  published_at timestamptz not null
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
  constraint seat_pools_taken check (taken >= 0 and taken <= offer_limit)
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

alter table registrations add foreign key (wave_id) references admission_waves (id) on delete set null;
alter table waitlist_entries add foreign key (ended_event) references waitlist_events (id);

create function end_registrations(wanted uuid[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('gerbang.ending', 'on', true);
  delete from registration_payment_events where registration_id = any(wanted);
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
