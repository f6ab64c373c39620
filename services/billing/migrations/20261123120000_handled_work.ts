import { createHandledWork } from '@gerbang/service-kit/data/handled-work';
import type { Knex } from 'knex';

/**
 * Payments and confirmations that staff have decided, with the time since the family's last sending, for the report of work.
 * A payment that staff add and verify at once has not waited, and is left out.
 */
export async function up(knex: Knex): Promise<void> {
  await createHandledWork(knex);
  await knex.raw(`
    create function handled_payment(decided invoice_payment_events) returns setof handled_work
    language sql stable as $$
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
    create function handled_confirmation(decided confirmation_events) returns setof handled_work
    language sql stable as $$
      select (decided.at at time zone 'Asia/Jakarta')::date, 'confirmation', r.academic_year, r.jenjang,
        (extract(epoch from decided.at - sent.at) / 60)::integer, decided.actor_id, decided.actor_role
      from enrollment_confirmations c join registrations r on r.id = c.registration_id
      cross join lateral (select max(e.at) as at from confirmation_events e
        where e.confirmation_id = c.id and e.version < decided.version and e.to_status = 'submitted') sent
      where c.id = decided.confirmation_id and sent.at <= decided.at
        and decided.cause in ('processed', 'declined') and decided.actor_id is not null
        and decided.actor_role not in ('wali_murid', 'system')
    $$;
    create function count_handled_payment() returns trigger language plpgsql as $$
    begin
      insert into handled_work select * from handled_payment(new);
      return null;
    end $$;
    create function count_handled_confirmation() returns trigger language plpgsql as $$
    begin
      insert into handled_work select * from handled_confirmation(new);
      return null;
    end $$;
    create trigger invoice_payment_events_handled after insert on invoice_payment_events
      for each row when (new.kind in ('verified', 'rejected')) execute function count_handled_payment();
    create trigger confirmation_events_handled after insert on confirmation_events
      for each row when (new.cause in ('processed', 'declined')) execute function count_handled_confirmation();

    -- The triggers' locks keep writers out until this transaction ends, so nothing is counted twice.
    insert into handled_work select w.* from invoice_payment_events e cross join lateral handled_payment(e) w
      where e.kind in ('verified', 'rejected');
    insert into handled_work select w.* from confirmation_events e cross join lateral handled_confirmation(e) w
      where e.cause in ('processed', 'declined');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger invoice_payment_events_handled on invoice_payment_events;
    drop trigger confirmation_events_handled on confirmation_events;
    drop function count_handled_payment();
    drop function count_handled_confirmation();
    drop function handled_payment(invoice_payment_events);
    drop function handled_confirmation(confirmation_events);
    drop table handled_work;
  `);
}
