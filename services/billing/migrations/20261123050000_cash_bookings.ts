import type { Knex } from 'knex';

/**
 * Every rupiah that came in or was taken back, with the two days by which reports add it up: payments of invoices by a trigger
 * of the ledger, registration fees by admission's events. Rows are only added. They name no family, so the sums of a past
 * day stay when a family is erased.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table cash_bookings (
      -- Of the ledger's row, or of the event that verified or took back a fee.
      id uuid primary key,
      source text not null check (source in ('registration_fee', 'invoice')),
      method text not null check (method in ('transfer', 'cash')),
      academic_year text not null,
      jenjang text not null,
      amount bigint not null,
      booked_on date not null,
      paid_on date not null
    );
    create index cash_bookings_booked on cash_bookings (booked_on)
      include (academic_year, jenjang, source, method, amount);
    create index cash_bookings_paid on cash_bookings (paid_on)
      include (academic_year, jenjang, source, method, amount);

    create function book_cash() returns trigger language plpgsql as $$
    begin
      insert into cash_bookings
        select new.id, 'invoice', p.payment_method, r.academic_year, r.jenjang, new.amount,
          (new.at at time zone 'Asia/Jakarta')::date, p.payment_date
        from enrollment_invoice_payments p
        join enrollment_invoices i on i.id = p.enrollment_invoice_id
        join registrations r on r.id = i.registration_id
        where p.id = new.payment_id
        on conflict (id) do nothing;
      return null;
    end $$;
    create trigger invoice_ledger_booked after insert on invoice_ledger
      for each row execute function book_cash();

    insert into cash_bookings
      select l.id, 'invoice', p.payment_method, r.academic_year, r.jenjang, l.amount,
        (l.at at time zone 'Asia/Jakarta')::date, p.payment_date
      from invoice_ledger l
      join enrollment_invoice_payments p on p.id = l.payment_id
      join enrollment_invoices i on i.id = l.enrollment_invoice_id
      join registrations r on r.id = i.registration_id
      on conflict (id) do nothing;

    create index enrollment_invoices_sums on enrollment_invoices (due_date)
      include (registration_id, total_amount, paid_amount);
    create index registrations_levels on registrations (id) include (academic_year, jenjang, user_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index registrations_levels;
    drop index enrollment_invoices_sums;
    drop trigger invoice_ledger_booked on invoice_ledger;
    drop function book_cash();
    drop table cash_bookings;
  `);
}
