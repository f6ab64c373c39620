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
  corrects_id uuid references announcements (id),
  first_published_at timestamptz,
  constraint announcements_check1 check ((status = 'published') = (published_at is not null)),
  constraint announcements_check2 check ((published_at is null) = (published_by_id is null)),
  constraint announcements_check3 check (status not in ('approved', 'rejected', 'published') or reviewed_at is not
    null),
  constraint announcements_examined_outside check ((examined_outside_at is null) = (examined_outside_by_id is null)),
  constraint announcements_skipped check (skipped_count >= 0 and skipped_count <= (passed_count + failed_count +
    waitlisted_count)),
  constraint announcements_not_empty check (status = 'draft' or (passed_count + failed_count + waitlisted_count) >
    0),
  constraint announcements_correction check ((corrects_id is null) = (first_published_at is null))
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
  skip_reason text check (skip_reason in ('stage', 'fee', 'deleted', 'seats', 'level')),
  skipped_at timestamptz,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  checked_by_id uuid,
  checked_by_name text,
  checked_by_role text,
  corrected_at timestamptz,
  corrected_by uuid references announcements (id),
  unique (announcement_id, registration_id),
  constraint announcement_results_check check ((skip_reason is null) = (skipped_at is null)),
  constraint announcement_results_check1 check (skip_reason is null or not live),
  constraint announcement_results_checked check ((checked_at is null) = (checked_by_id is null)),
  constraint announcement_results_corrected check ((corrected_at is null) = (corrected_by is null)
    and (corrected_at is null or not live))
);
create unique index announcement_results_live on announcement_results (registration_id) where live;
create index announcement_results_published on announcement_results (registration_id) where published_at is not null and skip_reason is null;

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

-- Corrections of one published result each. An approved one is an announcement of its own, with the id of the
-- correction, which points to the announcement that it corrects; the result there keeps its text and notes what
-- took its place.
create table result_corrections (
  id uuid primary key,
  announcement_id uuid not null references announcements (id),
  registration_id uuid not null references registrations (id),
  from_result text not null check (from_result in ('passed', 'failed', 'waitlisted')),
  result text not null check (result in ('passed', 'failed', 'waitlisted')),
  notes text check (length(notes) <= 1000),
  reason text not null check (length(reason) between 10 and 300),
  status text not null default 'waits' check (status in ('waits', 'published', 'withdrawn')),
  asked_by_id uuid not null,
  asked_by_name text,
  asked_by_role text not null,
  asked_at timestamptz not null default now(),
  decided_by_id uuid,
  decided_by_name text,
  decided_by_role text,
  decided_at timestamptz,
  over_reason text check (length(over_reason) between 10 and 300),
  version integer not null default 1 check (version > 0),
  constraint result_corrections_changes check (from_result <> result),
  constraint result_corrections_decided check ((status = 'waits') = (decided_at is null)
    and (decided_at is null) = (decided_by_id is null) and (decided_at is null) = (decided_by_role is null))
);
create unique index result_corrections_waiting on result_corrections (registration_id) where status = 'waits';
create index result_corrections_newest on result_corrections (asked_at, id);

-- What assessors' sheets say of a registration together, a copy that admission's events keep; `id` is the
-- registration's.
create table observation_summaries (
  id uuid primary key,
  version integer not null,
  sheets integer not null,
  average float8,
  spread float8,
  recommendations jsonb not null
);
