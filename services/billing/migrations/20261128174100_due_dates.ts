import type { Knex } from 'knex';

/**
 * The due day of an issued invoice moves to a later day, each time with a row that says who moved it and why. Reminders count
 * by move: those of the former day were sent, those of the new one are to come. What was paid may fall, because the books hold
 * it to payments and ledger at every commit.
 *
 * Contracts: the key of the reminders grew; a program of the release before sends those of the first due day.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table enrollment_invoices add column due_moves smallint not null default 0 check (due_moves >= 0);
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

    create function invoice_stays() returns trigger language plpgsql as $$
    begin
      if (new.id, new.enrollment_payment_scheme_id, new.enrollment_confirmation_id, new.registration_id,
          new.invoice_number, new.installment_stage, new.installment_name, new.total_amount, new.created_at)
        is distinct from
         (old.id, old.enrollment_payment_scheme_id, old.enrollment_confirmation_id, old.registration_id,
          old.invoice_number, old.installment_stage, old.installment_name, old.total_amount, old.created_at)
        or ((new.due_date, new.due_moves) <> (old.due_date, old.due_moves) and not exists (
          select from due_date_changes where invoice_id = new.id and move = new.due_moves
            and new.due_moves = old.due_moves + 1 and due_before = old.due_date and due_after = new.due_date)) then
        raise exception 'an issued invoice never changes' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    drop trigger enrollment_invoices_issued on enrollment_invoices;
    create trigger enrollment_invoices_stay before update on enrollment_invoices
      for each row execute function invoice_stays();
    drop function invoice_is_issued();

    alter table invoice_reminders
      add column due_moves smallint not null default 0,
      drop constraint invoice_reminders_pkey,
      add primary key (enrollment_invoice_id, due_moves, days);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table invoice_reminders
      drop constraint invoice_reminders_pkey,
      drop column due_moves,
      add primary key (enrollment_invoice_id, days);
    create function invoice_is_issued() returns trigger language plpgsql as $$
    begin
      if (new.id, new.enrollment_payment_scheme_id, new.enrollment_confirmation_id, new.registration_id,
          new.invoice_number, new.installment_stage, new.installment_name, new.total_amount, new.due_date,
          new.created_at)
        is distinct from
         (old.id, old.enrollment_payment_scheme_id, old.enrollment_confirmation_id, old.registration_id,
          old.invoice_number, old.installment_stage, old.installment_name, old.total_amount, old.due_date,
          old.created_at)
        or new.paid_amount < old.paid_amount then
        raise exception 'an issued invoice never changes' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    drop trigger enrollment_invoices_stay on enrollment_invoices;
    create trigger enrollment_invoices_issued before update on enrollment_invoices
      for each row execute function invoice_is_issued();
    drop function invoice_stays();
    drop table due_date_changes;
    alter table enrollment_invoices drop column due_moves;
  `);
}
