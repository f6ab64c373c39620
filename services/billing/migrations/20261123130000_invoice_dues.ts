import type { Knex } from 'knex';

/**
 * Due date and amounts of every invoice beside the level and the family of its registration: what the reports of money add
 * up, in rows that are narrow enough for an index alone to answer. Triggers keep it in the transaction of each change, also of
 * a program of the release before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table invoice_dues (
      invoice_id uuid primary key references enrollment_invoices (id) on delete cascade,
      user_id uuid not null,
      academic_year text not null,
      jenjang text not null,
      due_date date not null,
      total_amount bigint not null,
      paid_amount bigint not null
    );

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
    create trigger enrollment_invoices_dues after insert or update of due_date, total_amount, paid_amount
      on enrollment_invoices for each row execute function keep_invoice_dues();

    create function keep_registration_dues() returns trigger language plpgsql as $$
    begin
      update invoice_dues d set user_id = new.user_id, academic_year = new.academic_year, jenjang = new.jenjang
        from enrollment_invoices i where i.registration_id = new.id and d.invoice_id = i.id;
      return null;
    end $$;
    create trigger registrations_dues after update of user_id, academic_year, jenjang on registrations
      for each row when ((new.user_id, new.academic_year, new.jenjang)
        is distinct from (old.user_id, old.academic_year, old.jenjang))
      execute function keep_registration_dues();

    -- The triggers' locks keep writers out until this transaction ends, so no change is lost.
    insert into invoice_dues
      select i.id, r.user_id, r.academic_year, r.jenjang, i.due_date, i.total_amount, i.paid_amount
      from enrollment_invoices i join registrations r on r.id = i.registration_id;

    create index invoice_dues_by_day on invoice_dues (due_date)
      include (academic_year, jenjang, total_amount, paid_amount);
    create index invoice_dues_open on invoice_dues (due_date)
      include (academic_year, jenjang, user_id, total_amount, paid_amount) where paid_amount < total_amount;

    -- Only the reports of before read them; with these indexes gone they are slower, not wrong.
    drop index enrollment_invoices_sums, registrations_levels;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create index enrollment_invoices_sums on enrollment_invoices (due_date)
      include (registration_id, total_amount, paid_amount);
    create index registrations_levels on registrations (id) include (academic_year, jenjang, user_id);
    drop trigger registrations_dues on registrations;
    drop trigger enrollment_invoices_dues on enrollment_invoices;
    drop function keep_registration_dues();
    drop function keep_invoice_dues();
    drop table invoice_dues;
  `);
}
