import type { Knex } from 'knex';

/**
 * The daily counts that reports are made of: how many registrations entered and left a state on each Jakarta day, and how long
 * each step of the funnel took. Rows are only added, by one trigger with the other counts, so a registration that is deleted
 * later counts against the day of its deletion and no past day changes. Nothing in them names a registration.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table registrations add column re_enrolled_on date, add column fully_paid_on date;

    create table registration_days (
      day date not null,
      academic_year text not null,
      jenjang text not null,
      payment_status text not null,
      current_stage text not null,
      re_enrolment text not null check (re_enrolment in ('none', 'sent', 'paid')),
      n bigint not null
    );
    create index registration_days_by_year on registration_days (academic_year, day)
      include (jenjang, payment_status, current_stage, re_enrolment, n);

    create table registration_waits (
      day date not null,
      academic_year text not null,
      jenjang text not null,
      step text not null check (step in ('verified', 'observed', 'accepted', 're_enrolled', 'paid')),
      waited integer not null,
      n bigint not null
    );
    create index registration_waits_by_year on registration_waits (academic_year, day)
      include (jenjang, step, waited, n);

    create function re_enrolment_of(re_enrolled_on date, fully_paid_on date) returns text language sql immutable as $$
      select case when fully_paid_on is not null then 'paid' when re_enrolled_on is not null then 'sent' else 'none' end
    $$;
    create function was_observed(stage text) returns boolean language sql immutable as $$
      select stage in ('obs_attended', 'waiting_announcement', 'obs_done', 'passed', 'failed', 'reenroll_required')
    $$;
    create function was_accepted(stage text) returns boolean language sql immutable as $$
      select stage in ('passed', 'reenroll_required')
    $$;
    create function jakarta_day(moment timestamptz) returns date language sql stable as $$
      select (moment at time zone 'Asia/Jakarta')::date
    $$;

    create or replace function count_registrations() returns trigger language plpgsql as $$
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

    update registrations r set
      re_enrolled_on = coalesce((select min(jakarta_day(at)) from audit_events
        where subject_id = r.id and action = 'registration.enrollment_changed'), jakarta_day(r.updated_at)),
      fully_paid_on = (select max(jakarta_day(at)) from audit_events
        where subject_id = r.id and action = 'registration.enrollment_changed'
          and r.enrollment_status = 'confirmed'
          and details -> 'enrollment_status' ->> 'from' = 'payment_scheme_created'
          and details -> 'enrollment_status' ->> 'to' = 'confirmed')
    where r.locked;
    delete from registration_days;

    -- Also for made-up histories, whose rows carry days of their own.
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
    select fill_registration_days();

    create index registrations_by_observation on registrations (observation_date)
      where deleted_at is null and observation_date is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index registrations_by_observation;
    create or replace function count_registrations() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into registration_counts
          select academic_year, jenjang, payment_status, current_stage, count(*) from new_rows
          where deleted_at is null group by 1, 2, 3, 4;
      elsif tg_op = 'UPDATE' then
        insert into registration_counts
          select academic_year, jenjang, payment_status, current_stage, sum(n) from (
            select academic_year, jenjang, payment_status, current_stage, 1 as n from new_rows
            where deleted_at is null
            union all
            select academic_year, jenjang, payment_status, current_stage, -1 from old_rows
            where deleted_at is null
          ) as moved group by 1, 2, 3, 4 having sum(n) <> 0;
      else
        insert into registration_counts
          select academic_year, jenjang, payment_status, current_stage, -count(*) from old_rows
          where deleted_at is null group by 1, 2, 3, 4;
      end if;
      return null;
    end $$;
    drop function fill_registration_days();
    drop table registration_waits, registration_days;
    drop function jakarta_day(timestamptz);
    drop function was_accepted(text);
    drop function was_observed(text);
    drop function re_enrolment_of(date, date);
    alter table registrations drop column fully_paid_on, drop column re_enrolled_on;
  `);
}
