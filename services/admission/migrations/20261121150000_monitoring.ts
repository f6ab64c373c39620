import type { Knex } from 'knex';

/**
 * What staff monitor registrations by: one text to search in (a trigram index finds any piece of it), a name to sort
 * by, the observation's day, and the numbers a state. Counts are kept as differences that writers only append, so that
 * no two of them wait for each other; housekeeping adds them up.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists pg_trgm;

    alter table registrations
      add column search_text text not null default '',
      add column child_sort text not null default '',
      add column observation_date date;

    update registrations r
    set child_sort = lower(c.full_name),
      search_text = lower(concat_ws(chr(10), c.full_name, c.nick_name, p.father_name, p.mother_name,
        p.contact_phone, p.father_phone, p.mother_phone, a.phone, r.registration_number, r.jenjang,
        case when r.kelas like r.jenjang || '%' then r.kelas else r.jenjang || ' ' || r.kelas end))
    from children c join parents p on p.id = c.parent_id left join accounts a on a.id = p.user_id
    where c.id = r.child_id;

    create index registrations_search on registrations using gin (search_text gin_trgm_ops)
      where deleted_at is null;
    create index registrations_by_payment on registrations (payment_status, created_at, id) where deleted_at is null;
    create index registrations_by_stage on registrations (current_stage, created_at, id) where deleted_at is null;
    create index registrations_by_child on registrations (child_sort, id) where deleted_at is null;
    create index registrations_by_update on registrations (updated_at, id) where deleted_at is null;
    create index registrations_observed on registrations (observation_date)
      where deleted_at is null and current_stage = 'obs_scheduled';

    create table registration_counts (
      academic_year text not null,
      jenjang text not null,
      payment_status text not null,
      current_stage text not null,
      n bigint not null
    );
    insert into registration_counts
      select academic_year, jenjang, payment_status, current_stage, count(*) from registrations
      where deleted_at is null group by 1, 2, 3, 4;

    create function count_registrations() returns trigger language plpgsql as $$
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
    create trigger registrations_counted_insert after insert on registrations
      referencing new table as new_rows for each statement execute function count_registrations();
    create trigger registrations_counted_update after update on registrations
      referencing old table as old_rows new table as new_rows
      for each statement execute function count_registrations();
    create trigger registrations_counted_delete after delete on registrations
      referencing old table as old_rows for each statement execute function count_registrations();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger registrations_counted_insert on registrations;
    drop trigger registrations_counted_update on registrations;
    drop trigger registrations_counted_delete on registrations;
    drop function count_registrations();
    drop table registration_counts;
    drop index registrations_search, registrations_by_payment, registrations_by_stage, registrations_by_child,
      registrations_by_update, registrations_observed;
    alter table registrations drop column search_text, drop column child_sort, drop column observation_date;
  `);
}
