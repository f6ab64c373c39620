create extension if not exists pg_trgm;

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

create function renew_account_search() returns trigger language plpgsql as $$
begin
  update registration_search s set search_text = t.search_text
  from (
    select r.id, registration_search_text(r.search_text, r.user_id) as search_text
    from registrations r join changed c on c.id = r.user_id
    join registration_search held on held.registration_id = r.id
    order by r.id for no key update of held
  ) t
  where s.registration_id = t.id and s.search_text <> t.search_text;
  return null;
end $$;

create table accounts (
  id uuid primary key,
  name text,
  role text not null,
  phone text,
  active boolean not null,
  version bigint not null
);
create trigger new_accounts_in_search after insert on accounts referencing new table as changed
  for each statement execute function renew_account_search();
create trigger accounts_in_search after update on accounts referencing new table as changed
  for each statement execute function renew_account_search();

create function note_registrations() returns trigger language plpgsql as $$
begin
  perform note_family(new.user_id);
  if tg_op = 'UPDATE' then
    if old.user_id <> new.user_id then perform note_family(old.user_id); end if;
  end if;
  return null;
end $$;

create function renew_registration_search() returns trigger language plpgsql as $$
begin
  update registration_search set search_text = registration_search_text(new.search_text, new.user_id)
  where registration_id = new.id;
  return null;
end $$;

create function keep_registration_dues() returns trigger language plpgsql as $$
begin
  update invoice_dues d set user_id = new.user_id, academic_year = new.academic_year, jenjang = new.jenjang
    from enrollment_invoices i where i.registration_id = new.id and d.invoice_id = i.id;
  return null;
end $$;

-- The copy of admission's registrations with child and family: it decides ownership, and staff search in it. A
-- trigram index finds any part of its text.
create table registrations (
  id uuid primary key,
  version bigint not null,
  deleted boolean not null,
  user_id uuid not null,
  parent_id uuid not null,
  child_id uuid not null,
  child_name text not null,
  child_nick_name text,
  child_gender text,
  father_name text,
  mother_name text,
  father_phone text,
  mother_phone text,
  contact_phone text,
  login_phone text,
  registration_number text not null,
  jenjang text not null check (jenjang in ('KB', 'TK', 'SD', 'SMP')),
  kelas text,
  academic_year text not null,
  current_stage text not null check (current_stage in ('registered', 'obs_scheduled', 'obs_attended',
    'obs_not_attended', 'waiting_announcement', 'obs_done', 'waitlisted', 'passed', 'failed', 'released',
    'reenroll_required', 'withdrawn')),
  payment_status text not null check (payment_status in ('pending', 'paid', 'verified', 'rejected')),
  search_text text not null generated always as (lower((((((((((child_name || chr(10)) ||
    coalesce(child_nick_name,'')) || chr(10)) || coalesce(father_name,'')) || chr(10)) || coalesce(mother_name,''))
    || chr(10)) || coalesce(contact_phone,'')) || chr(10)) || registration_number)) stored,
  payment_amount bigint not null default 0,
  payment_proof_at timestamptz,
  payment_verified_at timestamptz,
  documents_complete jsonb not null default '{"observation": true, "re_enrolment": true}'::jsonb,
  wave_payment_period text,
  seat jsonb,
  payment_proof_id uuid,
  corrections integer not null default 0,
  fee_asked bigint check (fee_asked > 0),
  fee_asked_at timestamptz,
  fee_extra bigint not null default 0 check (fee_extra >= 0)
);
create index registrations_of_user on registrations (user_id);
create index registrations_by_fee on registrations (payment_amount) where not deleted and payment_status <> 'verified';
create index registrations_by_verification on registrations (payment_verified_at, id) where payment_status = 'verified' and payment_amount > 0 and not deleted;
create constraint trigger registrations_new_in_dues after insert on registrations deferrable initially deferred
  for each row when (new.current_stage = 'passed') execute function note_registrations();
create constraint trigger registrations_in_dues after update on registrations deferrable initially deferred
  for each row when (new.current_stage = 'passed' or old.current_stage = 'passed') execute function note_registrations();
create trigger registrations_in_search after update on registrations
  for each row when (old.search_text is distinct from new.search_text) execute function renew_registration_search();
create trigger registrations_dues after update of user_id, academic_year, jenjang on registrations
  for each row when (new.user_id is distinct from old.user_id or new.academic_year is distinct from old.academic_year or new.jenjang is distinct from old.jenjang) execute function keep_registration_dues();

create function rows_are_kept() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and tg_table_name = 'enrollment_confirmations' and current_setting('gerbang.ending', true) = 'on'
and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then return null; end if;
    raise exception '% are never deleted', tg_table_name using errcode = 'insufficient_privilege';
  end $$;

create function confirmation_has_history() returns trigger language plpgsql as $$
begin
  if not exists (
    select from confirmation_events where confirmation_id = new.id and version = new.version
  ) then
    raise exception 'confirmation % has no history of its version', new.id using errcode = '23000';
  end if;
  return null;
end $$;

create function confirmation_is_billed() returns trigger language plpgsql as $$
begin
  if (new.payment_status = 'invoice_generated') <> exists (
      select from enrollment_payment_schemes where enrollment_confirmation_id = new.id and voided_at is null)
    or (new.status = 'completed' and exists (
      select from enrollment_invoices where enrollment_confirmation_id = new.id and paid_amount < total_amount))
  then
    raise exception 'confirmation % does not fit its invoices', new.id using errcode = '23000';
  end if;
  return null;
end $$;

create function note_enrollment_confirmations() returns trigger language plpgsql as $$
declare
  one enrollment_confirmations;
begin
  if tg_op = 'DELETE' then one := old; else one := new; end if;
  perform note_family((select user_id from registrations where id = one.registration_id));
  return null;
end $$;

create function confirm_registration_search() returns trigger language plpgsql as $$
begin
  insert into registration_search (registration_id, search_text)
  select id, registration_search_text(search_text, user_id) from registrations where id = new.registration_id
  on conflict (registration_id) do nothing;
  return null;
end $$;

create function confirmation_steps() returns trigger language plpgsql as $$
begin
  if current_setting('gerbang.ending', true) = 'on'
    and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then return new; end if;
  if (new.id, new.registration_id, new.child_id, new.created_at)
      is distinct from (old.id, old.registration_id, old.child_id, old.created_at)
    or new.version <> old.version + 1
    or not (
      (old.status, new.status) in (('declined', 'submitted'), ('pending', 'processed'), ('submitted', 'processed'), ('pending', 'declined'),
('submitted', 'declined'), ('processed', 'completed'), ('completed', 'processed'), ('processed', 'submitted'), ('processed', 'declined'), ('completed', 'declined'))
      or (old.status = 'processed' and new.status = 'processed' and old.payment_status = 'pending')
    ) then
    raise exception 'this change of a confirmation is not allowed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Confirmations of re-enrolment, one for each registration, with their history. The statuses only move along the
-- machine's edges, and only together: the three columns are one state.
create table enrollment_confirmations (
  id uuid primary key,
  registration_id uuid not null references registrations (id),
  child_id uuid not null,
  parent_id uuid not null,
  payment_preference text not null check (payment_preference in ('full', 'installment')),
  contribution_type text not null check (contribution_type in ('cash', 'goods')),
  contribution_amount bigint not null default 0 check (contribution_amount >= 0 and contribution_amount <=
    1000000000000),
  contribution_description text check (length(contribution_description) >= 1 and length(contribution_description) <=
    500),
  additional_notes text check (length(additional_notes) <= 2000),
  payment_status text not null default 'pending' check (payment_status in ('pending', 'payment_scheme_created',
    'invoice_generated')),
  enrollment_status text not null default 'pending' check (enrollment_status in ('pending', 'confirmed',
    'payment_scheme_created', 'declined')),
  status text not null default 'pending' check (status in ('pending', 'submitted', 'processed', 'completed',
    'declined')),
  submitted_at timestamptz not null default now(),
  decline_reason text check (length(decline_reason) >= 1 and length(decline_reason) <= 2000),
  decided_by_id uuid,
  decided_by_name text,
  decided_by_role text,
  decided_at timestamptz,
  completed_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  refund_rule_version integer check (refund_rule_version > 0),
  refund_rule jsonb,
  refund_rule_hash text check (refund_rule_hash ~ '^[0-9a-f]{64}$'),
  constraint enrollment_confirmations_once unique (registration_id),
  unique (id, registration_id, child_id),
  constraint enrollment_confirmations_state check (status = 'pending' and payment_status = 'pending' and
    enrollment_status = 'pending' or status = 'submitted' and payment_status = 'pending' and enrollment_status =
    'pending' or status = 'processed' and payment_status = 'pending' and enrollment_status = 'confirmed' or status =
    'processed' and payment_status = 'invoice_generated' and enrollment_status = 'payment_scheme_created' or status =
    'completed' and payment_status = 'invoice_generated' and enrollment_status = 'confirmed' or status = 'declined'
    and payment_status = 'pending' and enrollment_status = 'declined' or status = 'declined' and payment_status =
    'invoice_generated' and enrollment_status = 'declined'),
  constraint enrollment_confirmations_check check (contribution_type = 'goods' or contribution_description is null),
  constraint enrollment_confirmations_check1 check (contribution_type = 'cash' or contribution_amount = 0 and
    contribution_description is not null),
  constraint enrollment_confirmations_check2 check (status = 'declined' or decline_reason is null),
  constraint enrollment_confirmations_check3 check ((status in ('pending', 'submitted')) = (decided_at is null)),
  constraint enrollment_confirmations_check4 check ((decided_at is null) = (decided_by_id is null)),
  constraint enrollment_confirmations_check5 check ((status = 'completed') = (completed_at is not null)),
  constraint enrollment_confirmations_refund_rule check (
    num_nulls(refund_rule_version, refund_rule, refund_rule_hash) in (0, 3))
);
create index enrollment_confirmations_newest on enrollment_confirmations (submitted_at, id);
create index enrollment_confirmations_updated on enrollment_confirmations (updated_at, id);
create index enrollment_confirmations_by_status on enrollment_confirmations (status, submitted_at, id);
create trigger enrollment_confirmations_kept before delete or truncate on enrollment_confirmations
  for each statement execute function rows_are_kept();
create constraint trigger enrollment_confirmations_history after insert or update on enrollment_confirmations deferrable initially deferred
  for each row execute function confirmation_has_history();
create constraint trigger enrollment_confirmations_billed after insert or update on enrollment_confirmations deferrable initially deferred
  for each row execute function confirmation_is_billed();
create constraint trigger enrollment_confirmations_in_dues after insert or delete or update on enrollment_confirmations deferrable initially deferred
  for each row execute function note_enrollment_confirmations();
create trigger confirmations_in_search after insert on enrollment_confirmations
  for each row execute function confirm_registration_search();
create trigger enrollment_confirmations_move before update on enrollment_confirmations
  for each row execute function confirmation_steps();

create function count_handled_confirmation() returns trigger language plpgsql as $$
begin
  insert into handled_work select * from handled_confirmation(new);
  return null;
end $$;

create table confirmation_events (
  id uuid primary key,
  confirmation_id uuid not null references enrollment_confirmations (id),
  version integer not null,
  from_status text,
  to_status text not null,
  cause text not null check (cause in ('submitted', 'processed', 'declined',
    'scheme_created', 'completed', 'payment_reversed', 'reopened', 'void', 'scheme_revised')),
  reason text,
  actor_id uuid,
  actor_name text,
  actor_role text,
  at timestamptz not null default now(),
  unique (confirmation_id, version)
);
comment on table confirmation_events is 'append-only';
create trigger confirmation_events_append_only before delete or update or truncate on confirmation_events
  for each statement execute function rows_are_append_only();
create trigger confirmation_events_handled after insert on confirmation_events
  for each row when (new.cause in ('processed', 'declined')) execute function count_handled_confirmation();

create function scheme_balances() returns trigger language plpgsql as $$
declare
  scheme enrollment_payment_schemes;
  invoices integer;
  staged integer;
  total numeric;
begin
  select * into scheme from enrollment_payment_schemes where id = (to_jsonb(new) ->> tg_argv[0])::uuid;
  select count(*), count(installment_stage), coalesce(sum(total_amount), 0) into invoices, staged, total
    from enrollment_invoices where enrollment_payment_scheme_id = scheme.id and voided_by is null;
  if total <> (case when scheme.voided_at is null then scheme.final_education_fee else 0 end)
    or (invoices = 0) <> (scheme.voided_at is not null)
    or (scheme.version = 1 and
      (invoices, staged) <> (case scheme.payment_scheme when 'full' then 1 else 4 end,
                             case scheme.payment_scheme when 'full' then 0 else 4 end)) then
    raise exception 'the invoices of scheme % do not make up its fee', scheme.id using errcode = '23000';
  end if;
  return null;
end $$;

create function scheme_is_told() returns trigger language plpgsql as $$
begin
  if not exists (select from enrollment_confirmations
      where id = new.enrollment_confirmation_id and payment_status = 'invoice_generated') then
    raise exception 'scheme % is not known to its confirmation', new.id using errcode = '23000';
  end if;
  return null;
end $$;

create function scheme_stays() returns trigger language plpgsql as $$
begin
  if (new.id, new.enrollment_confirmation_id, new.registration_id, new.child_id, new.grade_level,
      new.created_by_id, new.created_by_name, new.created_by_role, new.created_at)
    is distinct from
     (old.id, old.enrollment_confirmation_id, old.registration_id, old.child_id, old.grade_level,
      old.created_by_id, old.created_by_name, old.created_by_role, old.created_at)
    or old.voided_at is not null or new.version <> old.version + 1
    or not exists (select from scheme_changes where scheme_id = new.id and version = new.version
      and kind = case when new.voided_at is null then 'revised' else 'void' end) then
    raise exception 'this change of a scheme is not allowed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Payment schemes and their invoices. What was issued changes with a row that says why, the paid amount with its
-- payments. Document numbers run without gaps for each kind and year.
create table enrollment_payment_schemes (
  id uuid primary key,
  enrollment_confirmation_id uuid not null,
  registration_id uuid not null,
  child_id uuid not null,
  grade_level text not null check (grade_level in ('KB', 'TK', 'SD', 'SMP')),
  payment_period text not null check (length(payment_period) >= 1 and length(payment_period) <= 200),
  payment_scheme text not null check (payment_scheme in ('full', 'installment')),
  base_education_fee bigint not null check (base_education_fee >= 0 and base_education_fee <= 1000000000000),
  cash_contribution bigint not null default 0 check (cash_contribution >= 0 and cash_contribution <= 1000000000000),
  loyalty_program_discount bigint not null default 0 check (loyalty_program_discount >= 0 and
    loyalty_program_discount <= 1000000000000),
  event_discount bigint not null default 0 check (event_discount >= 0 and event_discount <= 1000000000000),
  full_payment_discount bigint not null default 0 check (full_payment_discount >= 0 and full_payment_discount <=
    1000000000000),
  group_discount bigint not null default 0 check (group_discount >= 0 and group_discount <= 1000000000000),
  total_discount bigint not null,
  final_education_fee bigint not null check (final_education_fee >= 0 and final_education_fee <= 1000000000000),
  payment_deadline date not null,
  first_installment_date date,
  created_by_id uuid not null,
  created_by_name text,
  created_by_role text not null,
  created_at timestamptz not null default now(),
  version integer not null default 1 check (version > 0),
  voided_at timestamptz,
  constraint enrollment_payment_schemes_id_enrollment_confirmation_id_re_key unique (id, enrollment_confirmation_id,
    registration_id),
  constraint enrollment_payment_schemes_discounts check (total_discount = (loyalty_program_discount + event_discount
    + full_payment_discount + group_discount)),
  constraint enrollment_payment_schemes_final check (final_education_fee = (base_education_fee + cash_contribution -
    total_discount)),
  constraint enrollment_payment_schemes_installment check (
  case payment_scheme
      when 'full' then first_installment_date is null
      else total_discount = 0 and first_installment_date is not null and payment_deadline = first_installment_date
  end),
  constraint enrollment_payment_schemes_enrollment_confirmation_id_regi_fkey foreign key
    (enrollment_confirmation_id,registration_id,child_id) references enrollment_confirmations (id, registration_id,
    child_id)
);
create constraint trigger enrollment_payment_schemes_told after insert on enrollment_payment_schemes deferrable initially deferred
  for each row execute function scheme_is_told();
create unique index enrollment_payment_schemes_once on enrollment_payment_schemes (enrollment_confirmation_id)
  where voided_at is null;
create trigger enrollment_payment_schemes_kept before delete or truncate on enrollment_payment_schemes
  for each statement execute function rows_are_kept();
create trigger enrollment_payment_schemes_stay before update on enrollment_payment_schemes
  for each row execute function scheme_stays();
create constraint trigger enrollment_payment_schemes_balance after insert or update on enrollment_payment_schemes
  deferrable initially deferred for each row execute function scheme_balances('id');

create function counter_counts() returns trigger language plpgsql as $$
begin
  if (tg_op = 'INSERT' and new.last <> 1) or (tg_op = 'UPDATE' and
      ((new.kind, new.year) is distinct from (old.kind, old.year) or new.last <> old.last + 1)) then
    raise exception 'a counter counts one by one' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create table document_counters (
  kind text not null check (kind in ('INV', 'KW', 'KP', 'SK', 'PD')),
  year integer not null check (year >= 2000 and year <= 9999),
  last integer not null check (last > 0),
  primary key (kind, year)
);
create trigger document_counters_kept before delete or truncate on document_counters
  for each statement execute function rows_are_kept();
create trigger document_counters_count before insert or update on document_counters
  for each row execute function counter_counts();

create function invoice_balances() returns trigger language plpgsql as $$
declare
  invoice uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  paid bigint;
  verified numeric;
  booked numeric;
begin
  select paid_amount into paid from enrollment_invoices where id = invoice;
  select coalesce(sum(amount_paid), 0) into verified from enrollment_invoice_payments
    where enrollment_invoice_id = invoice and verification_status = 'verified';
  select coalesce(sum(amount), 0) into booked from invoice_ledger where enrollment_invoice_id = invoice;
  if paid <> verified or paid <> booked then
    raise exception 'invoice % does not balance: paid %, verified %, ledger %', invoice, paid, verified, booked
      using errcode = '23000';
  end if;
  return null;
end $$;

create function note_enrollment_invoices() returns trigger language plpgsql as $$
declare
  one enrollment_invoices;
begin
  if tg_op = 'DELETE' then one := old; else one := new; end if;
  perform note_family((select user_id from registrations where id = one.registration_id));
  return null;
end $$;

-- Since when a payment of an invoice waits to be verified, so that the longest wait comes first. A trigger keeps
-- it, for programs of the release before too.
create function keep_waiting_since() returns trigger language plpgsql as $$
begin
  new.waiting_since := now();
  return new;
end $$;

create function keep_invoice_dues() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update invoice_dues set due_date = new.due_date, total_amount = new.total_amount, paid_amount = new.paid_amount
      where invoice_id = new.id;
  else
    -- The lock makes a change of the registration wait, which then finds this row.
    insert into invoice_dues
      select new.id, user_id, academic_year, jenjang, new.due_date, new.total_amount, new.paid_amount
      from registrations where id = new.registration_id for share;
  end if;
  return null;
end $$;

create function invoice_stays() returns trigger language plpgsql as $$
declare
  revised boolean := exists (
    select from scheme_changes where scheme_id = new.enrollment_payment_scheme_id and at = now());
begin
  if (new.id, new.enrollment_payment_scheme_id, new.enrollment_confirmation_id, new.registration_id,
      new.invoice_number, new.created_at)
    is distinct from
     (old.id, old.enrollment_payment_scheme_id, old.enrollment_confirmation_id, old.registration_id,
      old.invoice_number, old.created_at)
    or (old.voided_by is not null and (new.voided_by, new.voided_amount, new.due_date, new.due_moves)
      is distinct from (old.voided_by, old.voided_amount, old.due_date, old.due_moves))
    or (not revised and (
      (new.installment_stage, new.installment_name, new.total_amount, new.voided_by, new.voided_amount)
        is distinct from
      (old.installment_stage, old.installment_name, old.total_amount, old.voided_by, old.voided_amount)
      or ((new.due_date, new.due_moves) <> (old.due_date, old.due_moves) and not exists (
        select from due_date_changes where invoice_id = new.id and move = new.due_moves
          and new.due_moves = old.due_moves + 1 and due_before = old.due_date and due_after = new.due_date)))) then
    raise exception 'an issued invoice never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create function returns_what_is_verified() returns trigger language plpgsql as $$
declare
  one uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  if exists (select from enrollment_invoices i where i.id = one and i.paid_amount <
      (select coalesce(-sum(amount), 0) from refund_ledger where kind = 'invoice' and target = one)) then
    raise exception 'more of invoice % is given back than it was paid', one using errcode = '23000';
  end if;
  return null;
end $$;

create table enrollment_invoices (
  id uuid primary key,
  enrollment_payment_scheme_id uuid not null,
  enrollment_confirmation_id uuid not null,
  registration_id uuid not null,
  invoice_number text not null unique check (invoice_number ~ '^INV-[0-9]{4}-[0-9]{6,}$'),
  installment_stage smallint check (installment_stage between 1 and 12),
  installment_name text not null,
  total_amount bigint not null check (total_amount >= 0 and total_amount <= 1000000000000),
  due_date date not null,
  paid_amount bigint not null default 0,
  -- Kept by a trigger of the payments: one waits to be looked at; the newest one was rejected.
  waiting boolean not null default false,
  rejected boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  waiting_since timestamptz not null default now(),
  due_moves smallint not null default 0 check (due_moves >= 0),
  voided_by uuid,
  voided_amount bigint check (voided_amount >= 0),
  constraint enrollment_invoices_not_overpaid check (paid_amount >= 0 and paid_amount <= total_amount),
  constraint enrollment_invoices_enrollment_payment_scheme_id_enrollmen_fkey foreign key
    (enrollment_payment_scheme_id,enrollment_confirmation_id,registration_id) references enrollment_payment_schemes
    (id, enrollment_confirmation_id, registration_id),
  constraint enrollment_invoices_voided check ((voided_by is null) = (voided_amount is null)
    and (voided_by is null or (total_amount, paid_amount) = (0, 0)))
);
create index enrollment_invoices_of_registration on enrollment_invoices (registration_id);
create index enrollment_invoices_due on enrollment_invoices (due_date, id);
create index enrollment_invoices_newest on enrollment_invoices (created_at, id);
create index enrollment_invoices_by_amount on enrollment_invoices (total_amount, id);
create index enrollment_invoices_open on enrollment_invoices (due_date, id) where paid_amount < total_amount;
create index enrollment_invoices_waiting on enrollment_invoices (due_date, id) where waiting;
create index enrollment_invoices_by_wait on enrollment_invoices (waiting_since, id) where waiting;
create index enrollment_invoices_by_rest on enrollment_invoices ((total_amount - paid_amount)) where paid_amount < total_amount;
create trigger enrollment_invoices_kept before delete or truncate on enrollment_invoices
  for each statement execute function rows_are_kept();
create constraint trigger enrollment_invoices_balance after insert or update of paid_amount on enrollment_invoices deferrable initially deferred
  for each row execute function invoice_balances('id');
create constraint trigger enrollment_invoices_in_dues after insert or delete or update on enrollment_invoices deferrable initially deferred
  for each row execute function note_enrollment_invoices();
create trigger invoices_waiting_since before update of waiting on enrollment_invoices
  for each row when (new.waiting and not old.waiting) execute function keep_waiting_since();
create trigger enrollment_invoices_dues after insert or update of due_date, total_amount, paid_amount on enrollment_invoices
  for each row execute function keep_invoice_dues();
create trigger enrollment_invoices_stay before update on enrollment_invoices
  for each row execute function invoice_stays();
create unique index enrollment_invoices_stage
  on enrollment_invoices (enrollment_payment_scheme_id, coalesce(installment_stage::integer, 0)) where voided_by is null;
create constraint trigger enrollment_invoices_scheme after insert or update of total_amount, voided_by
  on enrollment_invoices deferrable initially deferred
  for each row execute function scheme_balances('enrollment_payment_scheme_id');
create constraint trigger enrollment_invoices_returned after update of paid_amount on enrollment_invoices
  deferrable initially deferred for each row when (new.paid_amount < old.paid_amount)
  execute function returns_what_is_verified('id');

create function payment_moves() returns trigger language plpgsql as $$
declare
  reversal text[] := '{verification_status,version,updated_at,reversed_by_id,reversed_by_name,reversed_by_role,reversed_at,reversal_cause,reversal_reason}';
begin
  -- Sealing with another key says nothing new: only the ciphertext differs.
  if to_jsonb(new) - 'bank_info' = to_jsonb(old) - 'bank_info'
    and old.bank_info is not null and new.bank_info is not null then
    return new;
  end if;
  if old.verification_status = 'verified' and new.verification_status = 'reversed'
    and new.version = old.version + 1 and to_jsonb(new) - reversal = to_jsonb(old) - reversal then
    return new;
  end if;
  if old.verification_status <> 'pending' or new.verification_status = 'reversed'
    or new.version <> old.version + 1
    or (new.id, new.enrollment_invoice_id, new.payment_date, new.payment_method, new.bank_info, new.admin_notes,
        new.auto_verify, new.moved_from_id, new.created_by_id, new.created_by_name, new.created_by_role, new.created_at)
      is distinct from
       (old.id, old.enrollment_invoice_id, old.payment_date, old.payment_method, old.bank_info, old.admin_notes,
        old.auto_verify, old.moved_from_id, old.created_by_id, old.created_by_name, old.created_by_role, old.created_at)
    or (new.verification_status <> 'pending'
      and (new.amount_paid, new.payment_evidence_file_id)
        is distinct from (old.amount_paid, old.payment_evidence_file_id))
    or ((new.bank_line_id, new.pay_request_id) is distinct from (old.bank_line_id, old.pay_request_id)
      and (old.bank_line_id is not null or old.pay_request_id is not null
        or new.verification_status <> 'verified')) then
    raise exception 'this change of a payment is not allowed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create function invoice_follows_payments() returns trigger language plpgsql as $$
begin
  update enrollment_invoices set
    waiting = exists (select from enrollment_invoice_payments
      where enrollment_invoice_id = new.enrollment_invoice_id and verification_status = 'pending'),
    rejected = (select verification_status = 'rejected' from enrollment_invoice_payments
      where enrollment_invoice_id = new.enrollment_invoice_id order by created_at desc, id desc limit 1),
    version = version + 1,
    updated_at = now()
  where id = new.enrollment_invoice_id;
  return null;
end $$;

create function payment_has_history() returns trigger language plpgsql as $$
begin
  if not exists (
    select from invoice_payment_events
    where payment_id = new.id and version = new.version and to_status = new.verification_status
      and amount = new.amount_paid and file_id is not distinct from new.payment_evidence_file_id
  ) then
    raise exception 'payment % has no history of its version', new.id using errcode = '23000';
  end if;
  return null;
end $$;

create function bank_payment_is_verified() returns trigger language plpgsql as $$
begin
  if exists (select from enrollment_invoice_payments where id = new.id
      and num_nonnulls(bank_line_id, pay_request_id) > 0 and verification_status not in ('verified', 'reversed')) then
    raise exception 'payment % rests on the bank and is not verified', new.id using errcode = '23000';
  end if;
  return null;
end $$;

create function is_ending(one regclass) returns boolean language sql stable as $$
  select coalesce(current_setting('gerbang.ending', true), '') = 'on'
    and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = one);
$$;

-- Payments of invoices with the history of every version, and the ledger of verified payments. At every commit an
-- invoice's paid amount is the sum of its verified payments and of its ledger.
create table enrollment_invoice_payments (
  id uuid primary key,
  enrollment_invoice_id uuid not null references enrollment_invoices (id),
  amount_paid bigint not null check (amount_paid >= 1 and amount_paid <= 1000000000000),
  payment_date date not null,
  payment_method text not null default 'transfer' check (payment_method in ('transfer', 'cash', 'va', 'qris')),
  bank_info text,
  admin_notes text check (length(admin_notes) <= 2000),
  auto_verify boolean not null default false,
  payment_evidence_file_id uuid,
  payment_evidence_filename text check (length(payment_evidence_filename) <= 150),
  verification_status text not null default 'pending' check (verification_status in ('pending', 'verified',
    'rejected', 'reversed')),
  rejection_reason text check (length(rejection_reason) <= 2000),
  verified_by_id uuid,
  verified_by_name text,
  verified_by_role text,
  verified_at timestamptz,
  rejected_by_id uuid,
  rejected_by_name text,
  rejected_by_role text,
  rejected_at timestamptz,
  receipt_number text unique check (receipt_number ~ '^KW-[0-9]{4}-[0-9]{6,}$'),
  created_by_id uuid not null,
  created_by_name text,
  created_by_role text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  bank_line_id uuid,
  pay_request_id uuid,
  reversed_by_id uuid,
  reversed_by_name text,
  reversed_by_role text,
  reversed_at timestamptz,
  reversal_cause text check (reversal_cause in ('wrong_target', 'bounced', 'duplicate', 'wrong_amount', 'other')),
  reversal_reason text check (length(reversal_reason) between 10 and 300),
  moved_from_id uuid references enrollment_invoice_payments (id),
  constraint enrollment_invoice_payments_id_enrollment_invoice_id_amount_key unique (id, enrollment_invoice_id,
    amount_paid),
  constraint enrollment_invoice_payments_verified check ((verification_status in ('verified', 'reversed')) =
    (verified_at is not null) and (verified_at is null) = (verified_by_id is null) and (verified_at is null) =
    (receipt_number is null)),
  constraint enrollment_invoice_payments_rejected check ((verification_status = 'rejected') = (rejected_at is not
    null) and (rejected_at is null) = (rejected_by_id is null) and (verification_status = 'rejected') =
    (rejection_reason is not null) and rejection_reason !~ '^\s*$'),
  constraint enrollment_invoice_payments_proof check (num_nonnulls(payment_evidence_file_id, bank_line_id,
    pay_request_id, moved_from_id) > 0 or payment_method = 'cash'),
  constraint enrollment_invoice_payments_reversed check (case when verification_status = 'reversed'
    then num_nulls(reversed_by_id, reversed_by_role, reversed_at, reversal_cause, reversal_reason) = 0
    else num_nonnulls(reversed_by_id, reversed_by_role, reversed_at, reversal_cause, reversal_reason) = 0 end)
);
create unique index enrollment_invoice_payments_one_pending on enrollment_invoice_payments (enrollment_invoice_id) where verification_status = 'pending';
create index enrollment_invoice_payments_of on enrollment_invoice_payments (enrollment_invoice_id, created_at, id);
create index enrollment_invoice_payments_waiting on enrollment_invoice_payments (created_at, id) where verification_status = 'pending';
create index enrollment_invoice_payments_of_line on enrollment_invoice_payments (bank_line_id) where bank_line_id is not null;
create index enrollment_invoice_payments_by_verifier on enrollment_invoice_payments (verified_by_id, verified_at) where verified_by_id is not null;
comment on column enrollment_invoice_payments.bank_info is 'sealed';
create trigger enrollment_invoice_payments_kept before delete or truncate on enrollment_invoice_payments
  for each statement execute function rows_are_kept();
create trigger enrollment_invoice_payments_told after insert or update of version on enrollment_invoice_payments
  for each row execute function invoice_follows_payments();
create constraint trigger enrollment_invoice_payments_history after insert or update on enrollment_invoice_payments deferrable initially deferred
  for each row execute function payment_has_history();
create constraint trigger enrollment_invoice_payments_balance after insert or update of verification_status on enrollment_invoice_payments deferrable initially deferred
  for each row execute function invoice_balances('enrollment_invoice_id');
create constraint trigger enrollment_invoice_payments_of_bank after insert or update on enrollment_invoice_payments deferrable initially deferred
  for each row execute function bank_payment_is_verified();
create index enrollment_invoice_payments_by_reverser on enrollment_invoice_payments (reversed_by_id, reversed_at)
  where reversed_by_id is not null;
create trigger enrollment_invoice_payments_move before update on enrollment_invoice_payments
  for each row when (not is_ending('enrollment_invoice_payments')) execute function payment_moves();
create index enrollment_invoice_payments_of_pay_request on enrollment_invoice_payments (pay_request_id)
  where pay_request_id is not null;

create function count_handled_payment() returns trigger language plpgsql as $$
begin
  insert into handled_work select * from handled_payment(new);
  return null;
end $$;

create table invoice_payment_events (
  id uuid primary key,
  payment_id uuid not null references enrollment_invoice_payments (id),
  version integer not null,
  kind text not null check (kind in ('created', 'edited', 'verified', 'rejected', 'reversed')),
  from_status text,
  to_status text not null,
  amount_before bigint,
  amount bigint not null,
  -- The proof before an edit is kept: a payment shows only its present one.
  file_before_id uuid,
  file_id uuid,
  reason text,
  actor_id uuid not null,
  actor_name text,
  actor_role text not null,
  at timestamptz not null default now(),
  unique (payment_id, version)
);
comment on table invoice_payment_events is 'append-only';
create trigger invoice_payment_events_append_only before delete or update or truncate on invoice_payment_events
  for each statement execute function rows_are_append_only();
create trigger invoice_payment_events_handled after insert on invoice_payment_events
  for each row when (new.kind in ('verified', 'rejected')) execute function count_handled_payment();

-- Books of past days stay as they are: what is taken back, and what is paid with money that was booked before, has the
-- day on which that was done.
create function book_cash() returns trigger language plpgsql as $$
begin
  insert into cash_bookings (id, source, method, academic_year, jenjang, amount, booked_on, paid_on, drawer_id)
    select new.id, 'invoice', case when p.bank_line_id is null then p.payment_method else 'bank_line' end,
      r.academic_year, r.jenjang, new.amount, (new.at at time zone 'Asia/Jakarta')::date,
      case when new.amount < 0 or p.moved_from_id is not null or (p.bank_line_id is not null and exists (
          select from enrollment_invoice_payments former
          where former.bank_line_id = p.bank_line_id and former.verification_status = 'reversed'))
        then (new.at at time zone 'Asia/Jakarta')::date else p.payment_date end, new.drawer_id
    from enrollment_invoice_payments p
    join enrollment_invoices i on i.id = p.enrollment_invoice_id
    join registrations r on r.id = i.registration_id
    where p.id = new.payment_id
    on conflict (id) do nothing;
  return null;
end $$;

create table invoice_ledger (
  id uuid primary key,
  position bigint generated always as identity unique,
  enrollment_invoice_id uuid not null references enrollment_invoices (id),
  payment_id uuid not null,
  amount bigint not null check (amount <> 0),
  actor_id uuid not null,
  actor_name text,
  actor_role text not null,
  at timestamptz not null default now(),
  booked_amount bigint not null generated always as (abs(amount)) stored,
  drawer_id uuid,
  constraint invoice_ledger_payment foreign key (payment_id, enrollment_invoice_id, booked_amount)
    references enrollment_invoice_payments (id, enrollment_invoice_id, amount_paid)
);
create index invoice_ledger_of on invoice_ledger (enrollment_invoice_id);
comment on table invoice_ledger is 'append-only';
create constraint trigger invoice_ledger_balance after insert on invoice_ledger deferrable initially deferred
  for each row execute function invoice_balances('enrollment_invoice_id');
create trigger invoice_ledger_append_only before delete or update or truncate on invoice_ledger
  for each statement execute function rows_are_append_only();
create constraint trigger invoice_ledger_booked after insert on invoice_ledger deferrable initially deferred
  for each row execute function book_cash();
create unique index invoice_ledger_once on invoice_ledger (payment_id, (amount > 0));

-- Sent reminders of invoices, one for each of the days: `days` after the due date, negative before it.
create table invoice_reminders (
  enrollment_invoice_id uuid not null references enrollment_invoices (id),
  days smallint not null,
  sent_at timestamptz not null,
  due_moves smallint not null default 0,
  primary key (enrollment_invoice_id, due_moves, days)
);
comment on table invoice_reminders is 'append-only';
create trigger invoice_reminders_append_only before delete or update or truncate on invoice_reminders
  for each statement execute function rows_are_append_only();

-- The version of what each family owes and has to confirm. Triggers raise it with every change, programs of the
-- release before included; a chore tells admission the families whose version is newer than the last told one. Only
-- registrations of accepted children matter: others have neither confirmation nor invoice.
create table family_dues (
  user_id uuid primary key,
  version bigint not null default 1,
  told bigint not null default 0,
  changed_at timestamptz not null default now()
) with (fillfactor = 70);
create index family_dues_untold on family_dues (user_id) where version > told;

-- Nur'aini, Nur’aini and Nuraini are one name to the people who look for it: the text that is searched holds no
-- apostrophe.
create function search_without_apostrophes() returns trigger language plpgsql as $$
begin
  new.search_text = translate(new.search_text, U&'''\2018\2019\201B\0060\00B4\02B9\02BB\02BC\02BD\02BE\02BF\2032', '');
  return new;
end $$;

-- What staff search confirmations and invoices by, in a table of its own with the registrations that have a
-- confirmation. An index of trigrams costs a write more than all other indexes together, and it was written anew
-- with every event about any registration of the school. Triggers keep the copy, for programs of the release before
-- too.
create table registration_search (
  registration_id uuid primary key references registrations (id) on delete cascade,
  search_text text not null
);
create index registration_search_trigrams on registration_search using gin (search_text gin_trgm_ops);
create trigger search_without_apostrophes before insert or update on registration_search
  for each row execute function search_without_apostrophes();

-- The copy of the school's settings in force: one row, which admission's events keep.
create table school (
  id boolean default true primary key check (id),
  version integer not null,
  settings jsonb not null,
  received_at timestamptz not null default now()
);

-- The transaction holds the drawer's row, so that it is still open at the commit.
create function drawer_takes() returns trigger language plpgsql as $$
begin
  if not exists (select from drawers where id = new.drawer_id and state = 'open') then
    raise exception 'a drawer that is not open takes nothing';
  end if;
  return new;
end $$;

-- Every rupiah that came in or was taken back, with the two days by which reports add it up: payments of invoices
-- by a trigger of the ledger, registration fees by admission's events. Rows are only added. They name no family, so
-- the sums of a past day stay when a family is erased.
create table cash_bookings (
  -- Of the ledger's row, or of the event that verified or took back a fee.
  id uuid primary key,
  source text not null check (source in ('registration_fee', 'invoice')),
  method text not null check (method in ('transfer', 'cash', 'bank_line', 'va', 'qris')),
  academic_year text not null,
  jenjang text not null,
  amount bigint not null,
  booked_on date not null,
  paid_on date not null,
  drawer_id uuid,
  constraint cash_bookings_drawer check (drawer_id is null or method = 'cash')
);
create index cash_bookings_booked on cash_bookings (booked_on) include (academic_year, jenjang, source, method, amount);
create index cash_bookings_paid on cash_bookings (paid_on) include (academic_year, jenjang, source, method, amount);
create index cash_bookings_of_drawer on cash_bookings (drawer_id) where drawer_id is not null;
create trigger cash_bookings_open before insert on cash_bookings for each row when (new.drawer_id is not null)
  execute function drawer_takes();

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

-- Due date and amounts of every invoice beside the level and the family of its registration: what the reports of
-- money add up, in rows that are narrow enough for an index alone to answer. Triggers keep it in the transaction of
-- each change, also of a program of the release before.
create table invoice_dues (
  invoice_id uuid primary key references enrollment_invoices (id) on delete cascade,
  user_id uuid not null,
  academic_year text not null,
  jenjang text not null,
  due_date date not null,
  total_amount bigint not null,
  paid_amount bigint not null
);
create index invoice_dues_by_day on invoice_dues (due_date) include (academic_year, jenjang, total_amount, paid_amount);
create index invoice_dues_open on invoice_dues (due_date) include (academic_year, jenjang, user_id, total_amount, paid_amount) where paid_amount < total_amount;

-- Statements that finance uploaded, and their lines. The file itself is not kept: its hash and its lines are. A
-- line that stands in two overlapping files is one row, two equal movements of a day are two.
create table bank_statements (
  id uuid primary key,
  account_key text not null check (length(account_key) >= 1 and length(account_key) <= 50),
  profile text not null check (profile in ('bca-bisnis', 'bca-perorangan', 'bca-pratinjau', 'mandiri-mcm', 'bsi',
    'bni', 'bri', 'own')),
  file_sha256 bytea not null check (length(file_sha256) = 32),
  file_name text not null check (length(file_name) >= 1 and length(file_name) <= 150),
  period_from date not null,
  period_to date not null,
  -- Balances in sen, as banks write them; null where the file has none.
  opening bigint,
  closing bigint,
  -- In rupiah.
  credits_total bigint not null check (credits_total >= 0),
  debits_total bigint not null check (debits_total >= 0),
  lines_total integer not null check (lines_total >= 0),
  lines_new integer not null,
  checks jsonb not null,
  forced_reason text check (length(forced_reason) >= 5 and length(forced_reason) <= 300),
  imported_by_id uuid not null,
  imported_by_name text,
  imported_by_role text not null,
  imported_at timestamptz not null default now(),
  own_profile_id uuid,
  unique (account_key, file_sha256),
  constraint bank_statements_check check (lines_new >= 0 and lines_new <= lines_total),
  constraint bank_statements_check1 check (period_from <= period_to),
  constraint bank_statements_own_profile check ((profile = 'own') = (own_profile_id is not null))
);
create index bank_statements_by_day on bank_statements (account_key, period_to desc, imported_at desc);
comment on table bank_statements is 'append-only';
create trigger bank_statements_append_only before delete or update or truncate on bank_statements
  for each statement execute function rows_are_append_only();

create function count_bank_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into bank_line_counts
      select account_key, status, count(*), sum(amount) from new_rows where direction = 'in' group by 1, 2;
  elsif tg_op = 'UPDATE' then
    insert into bank_line_counts
      select account_key, status, sum(n), sum(n * amount) from (
        select account_key, status, amount, 1 as n from new_rows where direction = 'in'
        union all
        select account_key, status, amount, -1 from old_rows where direction = 'in'
      ) as moved group by 1, 2 having sum(n) <> 0 or sum(n * amount) <> 0;
  else
    insert into bank_line_counts
      select account_key, status, -count(*), -sum(amount) from old_rows where direction = 'in' group by 1, 2;
  end if;
  return null;
end $$;

create table bank_lines (
  id uuid primary key,
  statement_id uuid not null references bank_statements (id),
  account_key text not null,
  booked_on date not null,
  valued_on date,
  direction text not null check (direction in ('in', 'out')),
  -- In rupiah.
  amount bigint not null check (amount > 0),
  description text,
  bank_reference text check (length(bank_reference) <= 100),
  -- HMAC of account, day, direction, amount, text and reference; occurrence counts equal movements of a day.
  fingerprint bytea not null check (length(fingerprint) = 32),
  occurrence integer not null check (occurrence > 0),
  status text not null default 'new' check (status in ('new', 'proposed', 'booked', 'settlement', 'ignored',
    'attention')),
  ignored_reason text check (length(ignored_reason) >= 5 and length(ignored_reason) <= 300),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  balance bigint,
  doubt text check (doubt in ('maybe_same', 'taken_back')),
  doubt_line_id uuid references bank_lines (id) on delete set null deferrable initially deferred,
  refund_id uuid,
  refund_by text check (refund_by in ('number', 'owner')),
  unique (account_key, fingerprint, occurrence),
  constraint bank_lines_check check (direction = 'in' or description is null),
  constraint bank_lines_ignored check ((status = 'ignored') = (ignored_reason is not null)),
  constraint bank_lines_refund check ((refund_id is null) = (refund_by is null)
    and (refund_id is null or direction = 'out'))
);
create index bank_lines_by_day on bank_lines (booked_on, id) where direction = 'in';
create index bank_lines_by_amount on bank_lines (amount, id) where direction = 'in';
create index bank_lines_undecided on bank_lines (account_key, booked_on, id) where direction = 'in' and (status in ('new', 'proposed'));
create index bank_lines_by_status on bank_lines (status, booked_on, id) where direction = 'in';
create index bank_lines_reference on bank_lines using gin (bank_reference gin_trgm_ops) where direction = 'in';
create index bank_lines_of_day on bank_lines (account_key, booked_on) where direction = 'in';
create index bank_lines_by_balance on bank_lines (account_key, booked_on, direction, amount, balance) where balance is not null;
create index bank_lines_by_amount_day on bank_lines (account_key, amount, booked_on);
create index bank_lines_by_doubt on bank_lines (doubt_line_id) where doubt_line_id is not null;
comment on column bank_lines.description is 'sealed';
create trigger bank_lines_kept before truncate on bank_lines
  for each statement execute function rows_are_kept();
create trigger bank_lines_counted_insert after insert on bank_lines referencing new table as new_rows
  for each statement execute function count_bank_lines();
create trigger bank_lines_counted_update after update on bank_lines referencing old table as old_rows new table as new_rows
  for each statement execute function count_bank_lines();
create trigger bank_lines_counted_delete after delete on bank_lines referencing old table as old_rows
  for each statement execute function count_bank_lines();
create index bank_lines_out on bank_lines (booked_on, id) where direction = 'out';
create index bank_lines_out_new on bank_lines (amount, booked_on) where direction = 'out' and status = 'new';
create index bank_lines_of_refund on bank_lines (refund_id) where refund_id is not null;

-- What a bank's line pays: the exact amounts that families were asked for, the matches of lines and bills, money
-- that pays nothing yet, the surplus of unique amounts, closed days, and shapes of statements that the school
-- described itself. A payment of an invoice may rest on a bank's line instead of a slip. Contracts: the lists of
-- states and of what proves a payment grew; a program of the release before writes none of the new.
create table payment_expectations (
  id uuid primary key,
  account_key text not null check (length(account_key) >= 1 and length(account_key) <= 50),
  kind text not null check (kind in ('registration_fee', 'invoice', 'registration_fees')),
  registration_id uuid references registrations (id),
  invoice_id uuid references enrollment_invoices (id),
  user_id uuid not null,
  -- In rupiah.
  base bigint not null check (base >= 1 and base <= 1000000000000),
  unique_add integer not null check (unique_add >= 0 and unique_add <= 999),
  transfer_amount bigint not null generated always as (base + unique_add) stored,
  reference text not null unique check (reference ~ '^GB-[0-9A-HJKMNP-TV-Z]{6}$'),
  status text not null default 'open' check (status in ('open', 'cooling', 'used', 'expired', 'cancelled')),
  holds_amount boolean not null,
  expires_at timestamptz not null,
  cools_until timestamptz not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payment_expectations_check check (cools_until > expires_at),
  constraint payment_expectations_check1 check ((kind = 'registration_fee') = (registration_id is not null)),
  constraint payment_expectations_check2 check ((kind = 'invoice') = (invoice_id is not null)),
  constraint payment_expectations_check3 check (holds_amount or status not in ('open', 'cooling'))
);
create unique index payment_expectations_amount on payment_expectations (account_key, transfer_amount) where holds_amount and unique_add > 0;
create unique index payment_expectations_fee on payment_expectations (registration_id) where status = 'open';
create unique index payment_expectations_invoice on payment_expectations (invoice_id) where status = 'open';
create index payment_expectations_due on payment_expectations (expires_at) where status = 'open';
create index payment_expectations_held on payment_expectations (cools_until) where holds_amount;
create index payment_expectations_base on payment_expectations (base) where status in ('open', 'cooling');
create index payment_expectations_of_user on payment_expectations (user_id);
create index payment_expectations_asked on payment_expectations (account_key, transfer_amount) where unique_add > 0;
create unique index payment_expectations_together on payment_expectations (user_id, account_key) where status = 'open' and kind = 'registration_fees';
create trigger payment_expectations_kept before truncate on payment_expectations
  for each statement execute function rows_are_kept();

create function line_holds_matches() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from bank_matches where line_id = new.line_id and status = 'booked')
    > (select amount from bank_lines where id = new.line_id) then
    raise exception 'line % pays more than it holds', new.line_id using errcode = '23000';
  end if;
  return null;
end $$;

create table bank_matches (
  id uuid primary key,
  line_id uuid not null references bank_lines (id) on delete cascade,
  kind text not null check (kind in ('registration_fee', 'invoice')),
  expectation_id uuid references payment_expectations (id),
  registration_id uuid references registrations (id),
  invoice_id uuid references enrollment_invoices (id),
  -- What the target gets of the line, in rupiah; surplus and rest are not in it.
  amount bigint not null check (amount > 0),
  confidence text check (confidence in ('exact', 'strong', 'possible')),
  reasons text[] not null default '{}'::text[],
  status text not null check (status in ('proposed', 'booked', 'rejected')),
  -- The invoice's payment that was booked; a fee is booked by admission.
  payment_id uuid unique references enrollment_invoice_payments (id),
  note text check (length(note) >= 5 and length(note) <= 300),
  decided_by_id uuid,
  decided_by_name text,
  decided_by_role text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint bank_matches_check check ((kind = 'registration_fee') = (registration_id is not null)),
  constraint bank_matches_check1 check ((kind = 'invoice') = (invoice_id is not null)),
  constraint bank_matches_check2 check ((status = 'proposed') = (decided_at is null)),
  constraint bank_matches_check3 check (payment_id is null or kind = 'invoice'),
  constraint bank_matches_check4 check (status <> 'booked' or kind = 'registration_fee' or payment_id is not null)
);
create unique index bank_matches_target on bank_matches (line_id, coalesce(invoice_id, registration_id)) where status <> 'rejected';
create index bank_matches_of_invoice on bank_matches (invoice_id) where invoice_id is not null;
create index bank_matches_of_registration on bank_matches (registration_id) where registration_id is not null;
create index bank_matches_of_line on bank_matches (line_id);
create index bank_matches_proposed on bank_matches (confidence, line_id) where status = 'proposed';
create index bank_matches_of_expectation on bank_matches (expectation_id) where expectation_id is not null;
create index bank_matches_by_decider on bank_matches (decided_by_id, decided_at) where kind = 'registration_fee' and status = 'booked';
create trigger bank_matches_kept before truncate on bank_matches
  for each statement execute function rows_are_kept();
create trigger bank_matches_within_line after insert or update on bank_matches
  for each row when (new.status = 'booked') execute function line_holds_matches();

create table unapplied_receipts (
  id uuid primary key,
  line_id uuid references bank_lines (id),
  pay_request_id uuid,
  amount bigint not null check (amount > 0),
  cause text not null check (cause in ('overpaid', 'unknown', 'late', 'duplicate',
    'fee_refused', 'split_rest', 'reversed')),
  status text not null default 'open' check (status in ('open', 'assigned', 'returned', 'released')),
  assigned_payment_id uuid unique references enrollment_invoice_payments (id),
  assigned_registration_id uuid references registrations (id),
  note text check (length(note) <= 300),
  returned_on date,
  decided_by_id uuid,
  decided_by_name text,
  decided_by_role text,
  decided_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  reversed_payment_id uuid references enrollment_invoice_payments (id),
  constraint unapplied_receipts_check check (num_nonnulls(line_id, pay_request_id, reversed_payment_id) = 1),
  constraint unapplied_receipts_check1 check ((status = 'open') = (decided_at is null)),
  constraint unapplied_receipts_check2 check ((status = 'assigned') = (num_nonnulls(assigned_payment_id,
    assigned_registration_id) = 1)),
  constraint unapplied_receipts_check3 check ((status = 'returned') = (returned_on is not null))
);
create index unapplied_receipts_open on unapplied_receipts (created_at, id) where status = 'open';
create index unapplied_receipts_of_line on unapplied_receipts (line_id);
create index unapplied_receipts_by_decider on unapplied_receipts (decided_by_id, decided_at) where assigned_registration_id is not null;
create trigger unapplied_receipts_kept before delete or truncate on unapplied_receipts
  for each statement execute function rows_are_kept();
create index unapplied_receipts_of_payment on unapplied_receipts (reversed_payment_id) where reversed_payment_id is not null;
create index unapplied_receipts_of_pay_request on unapplied_receipts (pay_request_id) where pay_request_id is not null;

create function surplus_is_small() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from surplus_ledger where line_id = new.line_id) not between 0 and 999 then
    raise exception 'the surplus of line % is no unique add', new.line_id using errcode = '23000';
  end if;
  return null;
end $$;

create table surplus_ledger (
  id uuid primary key,
  line_id uuid not null references bank_lines (id),
  expectation_id uuid not null references payment_expectations (id),
  amount bigint not null check (amount between -999 and 999 and amount <> 0),
  at timestamptz not null default now()
);
create index surplus_ledger_of_expectation on surplus_ledger (expectation_id);
comment on table surplus_ledger is 'append-only';
create trigger surplus_ledger_append_only before delete or update or truncate on surplus_ledger
  for each statement execute function rows_are_append_only();
create index surplus_ledger_of_line on surplus_ledger (line_id);
create trigger surplus_ledger_small after insert on surplus_ledger
  for each row execute function surplus_is_small();

create table bank_day_closings (
  account_key text not null,
  day date not null,
  totals jsonb not null,
  closed_by_id uuid not null,
  closed_by_name text,
  closed_by_role text not null,
  at timestamptz not null default now(),
  id uuid not null unique,
  primary key (account_key, day)
);

create table statement_profiles (
  id uuid primary key,
  account_key text not null check (length(account_key) >= 1 and length(account_key) <= 50),
  name text not null check (length(name) >= 1 and length(name) <= 50),
  delimiter text not null check (length(delimiter) = 1),
  encoding text not null check (encoding in ('utf-8', 'windows-1252')),
  skip_rows integer not null check (skip_rows >= 0 and skip_rows <= 50),
  columns jsonb not null,
  date_format text not null check (length(date_format) >= 4 and length(date_format) <= 20),
  decimal_sign text not null check (decimal_sign in ('.', ',')),
  created_by_id uuid not null,
  created_by_name text,
  created_by_role text not null,
  created_at timestamptz not null default now(),
  headers text[] not null check (cardinality(headers) >= 2 and cardinality(headers) <= 50),
  unique (account_key, name)
);

-- Figures of a day by its account; a name for each closing in the trail; the header row by which a shape of the
-- school's own is known again, and the shape with which a statement was read; the days on which finance was told
-- what is open. Contracts: the list of shapes grew, and the new column is empty for those of the release before.
create table finance_digests (
  day date primary key,
  at timestamptz not null
);

-- What admission knows of the likeness of proofs to others, by the file's id: a copy, kept by its events.
create table alerted_proofs (
  id uuid primary key,
  status text not null check (status in ('open', 'dismissed', 'confirmed', 'paid_by_bank')),
  version integer not null
);

create function paper_stays() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{facts,revoked_at,reason,looks,version}'::text[])
      is distinct from (to_jsonb(old) - '{facts,revoked_at,reason,looks,version}'::text[])
    or (new.facts - '{initials,replaced}'::text[]) is distinct from (old.facts - '{initials,replaced}'::text[])
    or (jsonb_exists(old.facts, 'replaced') and not jsonb_exists(new.facts, 'replaced'))
    or new.looks < old.looks
    or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
    or new.version <> old.version + (new.revoked_at is distinct from old.revoked_at)::integer then
    raise exception 'this change of a paper is not allowed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Papers with a code by which whoever holds one can check it. A receipt of the registration fee belongs to one
-- verification of it, so a fee that is undone and verified again has two. Fees that were verified before
-- `paper_start` get theirs from a job, the others with the event that tells of the verification. Contracts: the
-- list of kinds of numbers grew.
create table papers (
  id uuid primary key,
  kind text not null check (kind in ('fee_receipt', 'invoice_receipt', 'acceptance_letter', 'refund')),
  registration_id uuid not null references registrations (id),
  fee_verified_at timestamptz,
  payment_id uuid references enrollment_invoice_payments (id),
  -- Without a reference: a confirmation ends with its family's data, the letter's number stays used.
  confirmation_id uuid,
  number text not null,
  code text not null unique check (code ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  -- amount, paid_on, initials, level, year, issuer: all that the public check may tell beside the number.
  facts jsonb not null,
  -- The Jakarta day that stands on the paper.
  issued_on date not null,
  revoked_at timestamptz,
  reason text check (length(reason) >= 5 and length(reason) <= 300),
  looks integer not null default 0 check (looks >= 0),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  refund_id uuid,
  constraint papers_target check ((kind = 'fee_receipt') = (fee_verified_at is not null) and (kind =
    'invoice_receipt') = (payment_id is not null) and (kind = 'acceptance_letter') = (confirmation_id is not null)
    and (kind = 'refund') = (refund_id is not null)),
  constraint papers_number_kind check (number ~ case kind
    when 'fee_receipt' then '^KP-[0-9]{4}-[0-9]{6,}$'
    when 'invoice_receipt' then '^KW-[0-9]{4}-[0-9]{6,}$'
    when 'refund' then '^PD-[0-9]{4}-[0-9]{6,}$'
    else '^SK-[0-9]{4}-[0-9]{6,}$' end),
  constraint papers_amount check (
  case kind
      when 'acceptance_letter' then (facts -> 'amount') = 'null'::jsonb
      else ((facts ->> 'amount')::bigint) > 0
  end),
  constraint papers_revoked check ((revoked_at is null) = (reason is null)),
  constraint papers_replaced check (revoked_at is not null or not jsonb_exists(facts, 'replaced'))
);
create unique index papers_of_fee_now on papers (registration_id) where kind = 'fee_receipt' and revoked_at is null;
create index papers_of_registration on papers (registration_id);
create index papers_newest on papers (issued_on, id);
create trigger papers_stay before update on papers
  for each row execute function paper_stays();
create trigger papers_kept before delete or truncate on papers
  for each statement execute function rows_are_kept();
create unique index papers_of_number on papers (number) where not jsonb_exists(facts, 'replaced');
create unique index papers_of_payment on papers (payment_id) where not jsonb_exists(facts, 'replaced');
create unique index papers_of_confirmation on papers (confirmation_id)
  where not jsonb_exists(facts, 'replaced');
create unique index papers_of_fee on papers (registration_id, fee_verified_at)
  where kind = 'fee_receipt' and not jsonb_exists(facts, 'replaced');
create unique index papers_of_refund on papers (refund_id) where not jsonb_exists(facts, 'replaced');

create table paper_start (
  started_at timestamptz primary key
);
comment on table paper_start is 'append-only';
create trigger paper_start_append_only before delete or update or truncate on paper_start
  for each statement execute function rows_are_append_only();

-- How many lines of money that came in each account has in each status, and their sum, as differences that are
-- added up now and then: writers never wait for each other, and lists and their counters cost the same however many
-- lines there are.
create table bank_line_counts (
  account_key text not null,
  status text not null,
  lines bigint not null,
  amount bigint not null
);

create function seat_stays_released() returns trigger language plpgsql as $$
begin
  if old.answer = 'released' or new.version <= old.version
    or (new.offer_id, new.registration_id) is distinct from (old.offer_id, old.registration_id) then
    raise exception 'this change of an answer about a seat is not allowed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- The newest offer of a seat in the copies of registrations, and what billing answered when a seat was to be
-- released. A released one stays released: no confirmation follows it.
create table seat_answers (
  offer_id uuid primary key,
  registration_id uuid not null references registrations (id),
  -- Of the offer, as it was asked.
  version integer not null check (version > 0),
  answer text not null check (answer in ('released', 'confirmed', 'paid')),
  at timestamptz not null default now()
);
create trigger seat_answers_stay before update on seat_answers
  for each row execute function seat_stays_released();

-- An exact amount for several registration fees of a family, with what it asks for each. A family has one open at
-- an account. Contracts: the list of kinds grew; a program of the release before writes none of the new, and finds
-- no bill of it.
create table payment_expectation_fees (
  expectation_id uuid not null references payment_expectations (id) on delete cascade,
  registration_id uuid not null references registrations (id),
  -- In rupiah; those of an expectation are its base.
  amount bigint not null check (amount > 0),
  primary key (expectation_id, registration_id)
);
create index payment_expectation_fees_of_registration on payment_expectation_fees (registration_id);

create function money_request_stays() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{reason,status,version,decided_by_id,decided_by_name,decided_by_role,decided_at}'::text[])
      is distinct from
     (to_jsonb(old) - '{reason,status,version,decided_by_id,decided_by_name,decided_by_role,decided_at}'::text[])
    or new.version <> old.version + (new.status <> old.status)::integer
    or (old.status, new.status) not in (('waits', 'waits'), ('waits', 'approved'), ('waits', 'withdrawn'),
      ('approved', 'approved'), ('approved', 'failed'), ('withdrawn', 'withdrawn'), ('failed', 'failed')) then
    raise exception 'this change of a request is not allowed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Changes of money that a second person has to agree to. What was asked never changes; one waits for a subject at
-- a time.
create table money_requests (
  id uuid primary key,
  kind text not null check (kind in ('payment_reversal', 'fee_reversal', 'scheme_revision', 'line_release')),
  subject_id uuid not null,
  registration_ids uuid[] not null,
  amount bigint not null check (amount >= 0),
  reason text not null check (length(reason) between 10 and 300),
  -- Both sides as they are shown, and what carrying it out needs beside the subject.
  figures jsonb not null,
  terms jsonb not null,
  status text not null default 'waits' check (status in ('waits', 'approved', 'withdrawn', 'failed')),
  asked_by_id uuid not null,
  asked_by_name text,
  asked_by_role text not null,
  asked_at timestamptz not null default now(),
  decided_by_id uuid,
  decided_by_name text,
  decided_by_role text,
  decided_at timestamptz,
  version integer not null default 1 check (version > 0),
  constraint money_requests_decided check ((status = 'waits') = (decided_at is null) and (decided_at is null) =
    (decided_by_id is null))
);
create unique index money_requests_waiting on money_requests (subject_id) where status = 'waits';
create index money_requests_newest on money_requests (asked_at, id);
create index money_requests_of_registration on money_requests using gin (registration_ids);
create trigger money_requests_stay before update on money_requests
  for each row execute function money_request_stays();
create trigger money_requests_kept before truncate on money_requests
  for each statement execute function rows_are_kept();

-- The due day of an issued invoice moves to a later day, each time with a row that says who moved it and why.
-- Reminders count by move: those of the former day were sent, those of the new one are to come.
create table due_date_changes (
  id uuid primary key,
  invoice_id uuid not null references enrollment_invoices (id),
  move smallint not null check (move > 0),
  due_before date not null,
  due_after date not null,
  reason text not null check (length(reason) between 10 and 300),
  actor_id uuid not null,
  actor_name text,
  actor_role text not null,
  at timestamptz not null default now(),
  unique (invoice_id, move),
  check (due_after > due_before)
);
comment on table due_date_changes is 'append-only';
create trigger due_date_changes_append_only before delete or update or truncate on due_date_changes
  for each statement execute function rows_are_append_only();

-- A scheme can be revised, or cancelled while nothing is paid. Its row says what holds now; every change is a row
-- of its own with both sides. An invoice that is taken back asks for nothing: its total is 0, and `voided_amount`
-- keeps what stood there.
create table scheme_changes (
  id uuid primary key,
  scheme_id uuid not null references enrollment_payment_schemes (id),
  version integer not null check (version > 1),
  kind text not null check (kind in ('revised', 'void')),
  -- Amounts, days and invoices on each side; a cancelled scheme has no second side.
  before jsonb not null,
  after jsonb,
  reason text not null check (length(reason) between 10 and 300),
  actor_id uuid not null,
  actor_name text,
  actor_role text not null,
  at timestamptz not null default now(),
  unique (scheme_id, version),
  check ((kind = 'void') = (after is null))
);
comment on table scheme_changes is 'append-only';
create trigger scheme_changes_append_only before delete or update or truncate on scheme_changes
  for each statement execute function rows_are_append_only();

create function refund_stays() returns trigger language plpgsql as $$
declare
  texts text[] := '{account,reason}';
  steps text[] := '{account,reason,status,version}';
  figures text[] := '{account,reason,status,version,lines,deduct,total}';
  free text[] := case
    when old.status in ('draft', 'requested') and new.status = old.status then figures
    when new.status = 'paid' then steps || '{paid_on,proof_file_id,bank_line_id}'::text[]
    else steps end;
begin
  -- Sealing with another key, and the end of what people wrote, say nothing new.
  if to_jsonb(new) - texts = to_jsonb(old) - texts and new.version = old.version then
    return new;
  end if;
  if new.version <> old.version + 1
    or (old.status, new.status) not in (('draft', 'draft'), ('draft', 'requested'), ('draft', 'cancelled'),
      ('requested', 'requested'), ('requested', 'approved'), ('requested', 'declined'), ('requested', 'cancelled'),
      ('approved', 'requested'), ('approved', 'approved'), ('approved', 'paid'), ('approved', 'moved'),
      ('approved', 'cancelled'))
    or to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception 'this change of a refund is not allowed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create function refund_has_history() returns trigger language plpgsql as $$
begin
  if not exists (select from refund_events where refund_id = new.id and version = new.version) then
    raise exception 'version % of refund % has no history', new.version, new.id using errcode = '23000';
  end if;
  return null;
end $$;

-- Money that goes back to families: its refunds with their history, and the ledger of what was given back by line,
-- which only grows by contra entries. No line gives back more than it has verified, whatever comes first.
create table refunds (
  id uuid primary key,
  number text not null unique check (number ~ '^PD-[0-9]{4}-[0-9]{6,}$'),
  registration_id uuid not null references registrations (id),
  cause text not null check (cause in ('withdrawal', 'overpaid', 'wrong_target', 'duplicate', 'goodwill')),
  lines jsonb not null check (jsonb_array_length(lines) > 0),
  deduct bigint not null default 0 check (deduct >= 0),
  total bigint not null check (total > 0),
  account text,
  status text not null default 'draft'
    check (status in ('draft', 'requested', 'approved', 'paid', 'moved', 'declined', 'cancelled')),
  reason text check (length(reason) between 10 and 300),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  paid_on date,
  proof_file_id uuid,
  withdrawal_id uuid unique,
  bank_line_id uuid unique references bank_lines (id),
  constraint refunds_paid check ((status = 'paid') = (paid_on is not null)
    and num_nonnulls(proof_file_id, bank_line_id) = (status = 'paid')::int)
);
comment on column refunds.account is 'sealed';
create index refunds_newest on refunds (created_at, id);
create index refunds_of_registration on refunds (registration_id);
create trigger refunds_kept before delete or truncate on refunds
  for each statement execute function rows_are_kept();
create trigger refunds_stay before update on refunds for each row execute function refund_stays();
create constraint trigger refunds_history after insert or update on refunds deferrable initially deferred
  for each row execute function refund_has_history();
create index refunds_by_day on refunds (paid_on) where paid_on is not null;

create function refund_event_stays() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'reason' is distinct from to_jsonb(old) - 'reason' then
    raise exception 'the history of a refund never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create table refund_events (
  id uuid primary key,
  refund_id uuid not null references refunds (id),
  version integer not null check (version > 0),
  step text not null check (step in ('begun', 'edited', 'account', 'requested', 'approved', 'paid', 'moved',
    'declined', 'cancelled', 'objected')),
  actor_id uuid,
  actor_name text,
  actor_role text,
  reason text,
  at timestamptz not null default now(),
  unique (refund_id, version)
);
create trigger refund_events_kept before delete or truncate on refund_events
  for each statement execute function rows_are_kept();
create trigger refund_events_stay before update on refund_events
  for each row execute function refund_event_stays();

-- What was given back stands in a ledger of its own by contra entries: an invoice keeps what it was paid and owes
-- nothing anew. No line gives back more than it has verified, whichever of a reversal and a refund comes first.
create table refund_ledger (
  id uuid primary key,
  refund_id uuid not null references refunds (id),
  kind text not null check (kind in ('fee', 'invoice', 'unapplied')),
  target uuid not null,
  amount bigint not null check (amount < 0),
  actor_id uuid not null,
  actor_name text,
  actor_role text not null,
  at timestamptz not null default now(),
  unique (refund_id, kind, target)
);
comment on table refund_ledger is 'append-only';
create index refund_ledger_of_target on refund_ledger (target, kind);
create trigger refund_ledger_append_only before delete or update or truncate on refund_ledger
  for each statement execute function rows_are_append_only();
create constraint trigger refund_ledger_verified after insert on refund_ledger
  deferrable initially deferred for each row when (new.kind = 'invoice')
  execute function returns_what_is_verified('target');
create index refund_ledger_by_day on refund_ledger (at);

-- A drawer goes from open to closed to signed, and what was written of it stays.
create function drawer_moves() returns trigger language plpgsql as $$
begin
  if (new.id, new.person_id, new.person_name, new.person_role, new.day, new.automatic, new.float_amount, new.opened_at)
      is distinct from (old.id, old.person_id, old.person_name, old.person_role, old.day, old.automatic, old.float_amount, old.opened_at)
    or (old.state, new.state) not in (('open', 'closed'), ('closed', 'signed')) or new.version <> old.version + 1
    or (old.state = 'closed' and (new.expected, new.counted, new.pieces, new.reason, new.closed_at)
      is distinct from (old.expected, old.counted, old.pieces, old.reason, old.closed_at))
  then raise exception 'a drawer does not change so'; end if;
  return new;
end $$;

-- The drawer at the counter: whose it is, what was in it first, what was counted, and who signed. Every booking of
-- cash names the drawer that it fell into; those of before the drawers name none.
create table drawers (
  id uuid primary key,
  person_id uuid not null,
  person_name text,
  person_role text not null,
  day date not null,
  -- Opened by the portal, for cash that comes while the school has no drawers.
  automatic boolean not null default false,
  float_amount bigint not null check (float_amount between 0 and 1000000000),
  state text not null default 'open' check (state in ('open', 'closed', 'signed')),
  -- The float and what fell in, when it was closed.
  expected bigint,
  counted bigint check (counted between 0 and 1000000000000),
  pieces jsonb,
  reason text check (length(reason) between 5 and 300),
  opened_at timestamptz not null,
  closed_at timestamptz,
  signed_by_id uuid,
  signed_by_name text,
  signed_by_role text,
  signed_at timestamptz,
  version integer not null default 1,
  constraint drawers_closed check ((state = 'open') = (closed_at is null)
    and num_nonnulls(closed_at, expected, counted) in (0, 3) and (closed_at is not null or num_nonnulls(pieces, reason) = 0)),
  constraint drawers_difference check (counted is not distinct from expected or reason is not null),
  constraint drawers_signed check ((state = 'signed') = (signed_at is not null)
    and (signed_at is null) = (signed_by_id is null) and signed_by_id is distinct from person_id)
);
create unique index drawers_open on drawers (person_id) where state = 'open' and not automatic;
create unique index drawers_automatic on drawers (person_id, day) where state = 'open' and automatic;
create index drawers_of_day on drawers (day);
create index drawers_unsigned on drawers (opened_at) where state <> 'signed' and not automatic;
create trigger drawers_move before update on drawers for each row execute function drawer_moves();
create trigger drawers_stay before delete or truncate on drawers for each statement execute function rows_are_append_only();

-- Cash of a registration fee in a drawer, from before admission verifies the fee or takes it back; it is booked by
-- admission's event. A drawer that keeps such cash is not closed.
create table cash_fees (
  id uuid primary key,
  drawer_id uuid not null references drawers (id),
  registration_id uuid not null,
  amount bigint not null check (amount <> 0),
  -- Of a request that a second person has agreed to: only admission's refusal takes it away.
  asked boolean not null default false,
  booking_id uuid unique references cash_bookings (id),
  at timestamptz not null default now()
);
create index cash_fees_held on cash_fees (drawer_id) where booking_id is null;
create index cash_fees_of on cash_fees (registration_id);

create sequence pay_numbers;

create function pay_request_moves() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'looked_at' = to_jsonb(old) - 'looked_at' then return new; end if;
  -- What is shown to pay ends some time after the request.
  if to_jsonb(new) - '{va_number,qr_content}'::text[] = to_jsonb(old) - '{va_number,qr_content}'::text[]
    and num_nonnulls(new.va_number, new.qr_content) = 0 and old.status not in ('creating', 'open') then
    return new;
  end if;
  if new.version <> old.version + 1
    or (new.id, new.request_no, new.kind, new.registration_id, new.invoice_id, new.user_id, new.channel, new.bank_code,
        new.amount, new.created_at)
      is distinct from (old.id, old.request_no, old.kind, old.registration_id, old.invoice_id, old.user_id, old.channel,
        old.bank_code, old.amount, old.created_at)
    or (new.status <> old.status and (old.status, new.status) not in (('creating', 'open'), ('creating', 'failed'),
      ('open', 'paid'), ('open', 'review'), ('open', 'expired'), ('open', 'cancelled'), ('expired', 'review'),
      ('cancelled', 'review'), ('failed', 'review'), ('review', 'paid'), ('review', 'cancelled'))) then
    raise exception 'this change of a pay request is not allowed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Payments by virtual account and QRIS: what families ask a provider for, and every word of the provider about
-- money. A word is stored before it is acted upon and gets its outcome once.
create table pay_requests (
  id uuid primary key,
  request_no text not null unique check (request_no ~ '^[0-9]{8,20}$'),
  kind text not null check (kind in ('registration_fee', 'invoice')),
  registration_id uuid references registrations (id),
  invoice_id uuid references enrollment_invoices (id),
  user_id uuid not null,
  channel text not null check (channel in ('va', 'qris')),
  bank_code text check (bank_code ~ '^[0-9]{3}$'),
  amount bigint not null check (amount >= 1 and (channel <> 'qris' or amount <= 10000000)),
  status text not null check (status in ('creating', 'open', 'paid', 'expired', 'cancelled', 'failed', 'review')),
  va_number text check (length(va_number) <= 28),
  qr_content text check (length(qr_content) <= 1024),
  provider_id text check (length(provider_id) <= 64),
  expires_at timestamptz not null,
  paid_at timestamptz,
  paid_amount bigint,
  rrn text check (length(rrn) <= 64),
  payment_id uuid references enrollment_invoice_payments (id),
  attempts integer not null default 0,
  last_error text check (length(last_error) <= 200),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  looked_at timestamptz,
  constraint pay_requests_target check (case kind when 'invoice' then invoice_id is not null and registration_id is null
    else registration_id is not null and invoice_id is null end),
  constraint pay_requests_bank check ((channel = 'va') = (bank_code is not null)),
  constraint pay_requests_paid check (status <> 'paid' or num_nulls(paid_at, paid_amount) = 0)
);
create unique index pay_requests_of_fee on pay_requests (registration_id) where status in ('creating', 'open');
create unique index pay_requests_of_invoice on pay_requests (invoice_id) where status in ('creating', 'open');
create unique index pay_requests_va on pay_requests (va_number) where status = 'open';
create index pay_requests_numbers on pay_requests (va_number, created_at) where va_number is not null;
create index pay_requests_newest on pay_requests (created_at, id);
create index pay_requests_by_amount on pay_requests (amount, id);
create index pay_requests_of_family on pay_requests (user_id, created_at);
create index pay_requests_live on pay_requests (expires_at) where status in ('creating', 'open');
create trigger pay_requests_kept before delete or truncate on pay_requests
  for each statement execute function rows_are_kept();
create trigger pay_requests_move before update on pay_requests
  for each row execute function pay_request_moves();
create index pay_requests_looked on pay_requests (looked_at) where looked_at is not null;

create function pay_notification_stays() returns trigger language plpgsql as $$
begin
  -- Its outcome comes once; its body ends, or is sealed with another key.
  if to_jsonb(new) - '{outcome,answer_code,body_sealed}'::text[] is distinct from
      to_jsonb(old) - '{outcome,answer_code,body_sealed}'::text[]
    or ((new.outcome, new.answer_code) is distinct from (old.outcome, old.answer_code) and old.outcome is not null)
    or (old.body_sealed is null and new.body_sealed is not null) then
    raise exception 'a word of the provider never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create table pay_notifications (
  id uuid primary key,
  received_at timestamptz not null,
  service text not null check (service in ('va_payment', 'qr_notify', 'va_status', 'qr_query')),
  external_id text not null check (length(external_id) <= 64),
  provider_ref text not null check (length(provider_ref) <= 128),
  request_no text check (length(request_no) <= 64),
  amount bigint,
  paid_at timestamptz,
  rrn text check (length(rrn) <= 64),
  signature_ok boolean not null,
  -- Null until it was acted upon.
  outcome text check (outcome in ('booked', 'repeated', 'unknown', 'amount', 'late', 'duplicate', 'refused')),
  answer_code text check (length(answer_code) <= 10),
  body_hash text,
  body_sealed text,
  constraint pay_notifications_once unique (service, provider_ref, external_id)
);
comment on column pay_notifications.body_sealed is 'sealed';
create index pay_notifications_of on pay_notifications (request_no) where request_no is not null;
create index pay_notifications_external on pay_notifications (external_id, received_at) where signature_ok;
create index pay_notifications_waiting on pay_notifications (received_at) where outcome is null;
create index pay_notifications_by_day on pay_notifications (received_at);
create trigger pay_notifications_kept before delete or truncate on pay_notifications
  for each statement execute function rows_are_kept();
create trigger pay_notifications_stay before update on pay_notifications
  for each row execute function pay_notification_stays();

-- Sealed with the bus key, like other answers that live for minutes.
create table pay_tokens (
  provider text primary key,
  token text not null,
  expires_at timestamptz not null
);

create function pay_settlement_moves() returns trigger language plpgsql as $$
begin
  if new.version <> old.version + 1 or old.status = 'matched'
    or (new.id, new.settled_on, new.paid_on, new.channel, new.source, new.created_at)
      is distinct from (old.id, old.settled_on, old.paid_on, old.channel, old.source, old.created_at)
    or ((new.fee, new.net) is distinct from (old.fee, old.net) and old.status <> 'differs') then
    raise exception 'this change of a settlement is not allowed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- What the provider hands over: one row a channel, day of the payments and day of the settlement, matched to one
-- line of a statement to the rupiah.
create table pay_settlements (
  id uuid primary key,
  settled_on date not null,
  paid_on date not null,
  channel text not null check (channel in ('va', 'qris')),
  gross bigint not null,
  fee bigint not null check (fee >= 0),
  net bigint not null check (net > 0),
  requests integer not null check (requests >= 0),
  source text not null check (source in ('report', 'typed')),
  bank_line_id uuid unique references bank_lines (id),
  status text not null check (status in ('open', 'matched', 'differs')),
  note text check (length(note) <= 300),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pay_settlements_once unique (channel, settled_on, paid_on),
  constraint pay_settlements_order check (paid_on <= settled_on),
  constraint pay_settlements_sum check (gross = fee + net),
  constraint pay_settlements_line check ((status = 'matched') = (bank_line_id is not null))
);
create index pay_settlements_by_day on pay_settlements (settled_on);
create index pay_settlements_of_day on pay_settlements (paid_on, channel);
create trigger pay_settlements_kept before delete or truncate on pay_settlements
  for each statement execute function rows_are_kept();
create trigger pay_settlements_move before update on pay_settlements
  for each row execute function pay_settlement_moves();

alter table enrollment_invoices add foreign key (voided_by) references scheme_changes (id);
alter table papers add foreign key (refund_id) references refunds (id);
alter table invoice_ledger add foreign key (drawer_id) references drawers (id);
alter table cash_bookings add foreign key (drawer_id) references drawers (id);
alter table enrollment_invoice_payments
  add constraint enrollment_invoice_payments_pay_request foreign key (pay_request_id) references pay_requests (id);
alter table unapplied_receipts
  add constraint unapplied_receipts_pay_request foreign key (pay_request_id) references pay_requests (id);
alter table enrollment_invoice_payments add foreign key (bank_line_id) references bank_lines (id);
alter table bank_statements add foreign key (own_profile_id) references statement_profiles (id);

-- Ends a family's data in billing: confirmations without a scheme go, of the others only the texts that people
-- wrote. Schemes, invoices, payments and the ledger are the books and stay ten years (UU 27/2022, articles 42–44).
-- The triggers keep refusing every such change that does not come from this function.
create function end_confirmations(wanted uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended uuid[];
begin
  select array_agg(c.id) into ended from enrollment_confirmations c
    where c.registration_id = any(wanted) and not exists (
      select from enrollment_payment_schemes s where s.enrollment_confirmation_id = c.id);
  perform set_config('gerbang.ending', 'on', true);
  delete from confirmation_events where confirmation_id = any(ended);
  delete from enrollment_confirmations where id = any(ended);

  update enrollment_confirmations set additional_notes = null, decline_reason = null,
      contribution_description = case when contribution_type = 'goods' then 'Data dihapus' end
    where registration_id = any(wanted);
  update confirmation_events set reason = 'Data dihapus' where reason is not null and confirmation_id in (
    select id from enrollment_confirmations where registration_id = any(wanted));
  update scheme_changes set reason = 'Data dihapus' where scheme_id in (
    select id from enrollment_payment_schemes where registration_id = any(wanted));
  update due_date_changes set reason = 'Data dihapus' where invoice_id in (
    select id from enrollment_invoices where registration_id = any(wanted));
  update enrollment_invoice_payments set
      admin_notes = case when num_nonnulls(payment_evidence_file_id, bank_line_id, pay_request_id, moved_from_id) = 0
        then admin_notes end,
      rejection_reason = case when rejection_reason is not null then 'Data dihapus' end,
      reversal_reason = case when reversal_reason is not null then 'Data dihapus' end
    where enrollment_invoice_id in (select id from enrollment_invoices where registration_id = any(wanted));
  update invoice_payment_events set reason = 'Data dihapus' where reason is not null and payment_id in (
    select p.id from enrollment_invoice_payments p join enrollment_invoices i on i.id = p.enrollment_invoice_id
    where i.registration_id = any(wanted));
  update bank_matches set note = 'Data dihapus' where note is not null and (registration_id = any(wanted)
    or invoice_id in (select id from enrollment_invoices where registration_id = any(wanted)));
  update unapplied_receipts set note = 'Data dihapus' where note is not null and (
    assigned_registration_id = any(wanted) or exists (
      select from enrollment_invoice_payments p join enrollment_invoices i on i.id = p.enrollment_invoice_id
      where i.registration_id = any(wanted)
        and (p.id in (assigned_payment_id, reversed_payment_id) or p.bank_line_id = line_id)));
  perform set_config('gerbang.ending', '', true);
end $$;

create function note_family(wanted uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The account that erased registrations stand under is no family.
  if wanted is null or wanted = '00000000-0000-0000-0000-000000000000' then return; end if;
  insert into family_dues as f (user_id) values (wanted)
  on conflict (user_id) do update set version = f.version + 1, changed_at = now();
end $$;

-- Staff find confirmations and invoices by the name and login phone of the family's account too. Triggers keep the
-- text, for programs of the release before too; rows are locked in the order of their ids, as events of
-- registrations lock them.
create function registration_search_text(of_profile text, family uuid) returns text language sql stable as $$
select concat_ws(chr(10), of_profile, (select lower(concat_ws(chr(10), name, phone)) from accounts where id = family))
$$;

-- Payments and confirmations that staff have decided, with the time since the family's last sending, for the report
-- of work. A payment that staff add and verify at once has not waited, and is left out.
create function handled_payment(decided invoice_payment_events) returns setof handled_work language sql stable as $$
select (decided.at at time zone 'Asia/Jakarta')::date, 'payment', r.academic_year, r.jenjang,
  (extract(epoch from decided.at - sent.at) / 60)::integer, decided.actor_id, decided.actor_role
from enrollment_invoice_payments p
join enrollment_invoices i on i.id = p.enrollment_invoice_id
join registrations r on r.id = i.registration_id
cross join lateral (select max(e.at) as at from invoice_payment_events e
  where e.payment_id = p.id and e.version < decided.version and e.to_status = 'pending') sent
where p.id = decided.payment_id and sent.at <= decided.at and not p.auto_verify
  and decided.kind in ('verified', 'rejected') and decided.actor_role not in ('wali_murid', 'system')
$$;

create function handled_confirmation(decided confirmation_events) returns setof handled_work language sql stable as $$
select (decided.at at time zone 'Asia/Jakarta')::date, 'confirmation', r.academic_year, r.jenjang,
  (extract(epoch from decided.at - sent.at) / 60)::integer, decided.actor_id, decided.actor_role
from enrollment_confirmations c join registrations r on r.id = c.registration_id
cross join lateral (select max(e.at) as at from confirmation_events e
  where e.confirmation_id = c.id and e.version < decided.version and e.to_status = 'submitted') sent
where c.id = decided.confirmation_id and sent.at <= decided.at
  and decided.cause in ('processed', 'declined') and decided.actor_id is not null
  and decided.actor_role not in ('wali_murid', 'system')
$$;

-- Several numbers of a counter in one call, counted one by one as before; returns the last one.
create function count_documents(of_kind text, of_year integer, amount integer) returns integer language plpgsql as $$
declare counted integer;
begin
  for step in 1..amount loop
    insert into document_counters as counter (kind, year, last) values (of_kind, of_year, 1)
      on conflict (kind, year) do update set last = counter.last + 1 returning last into counted;
  end loop;
  return counted;
end $$;

insert into paper_start values (date_trunc('milliseconds', now()));
