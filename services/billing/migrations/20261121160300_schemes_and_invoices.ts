import { PAYMENT_PREFERENCES } from '@gerbang/domain/enrollment-confirmations';
import { JENJANG } from '@gerbang/domain/levels';
import { refuseChanges } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');
const MONEY = 'bigint not null check (VALUE between 0 and 1000000000000)';
const money = (column: string, more = '') => `${column} ${MONEY.replace('VALUE', column)}${more}`;

/**
 * Payment schemes, which never change, and their invoices, of which only the paid amount does. Document numbers run
 * without gaps for each kind and year.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table enrollment_payment_schemes (
      id uuid primary key,
      enrollment_confirmation_id uuid not null,
      registration_id uuid not null,
      child_id uuid not null,
      grade_level text not null check (grade_level in (${list(JENJANG)})),
      payment_period text not null check (length(payment_period) between 1 and 200),
      payment_scheme text not null check (payment_scheme in (${list(PAYMENT_PREFERENCES)})),
      ${money('base_education_fee')},
      ${money('cash_contribution', ' default 0')},
      ${money('loyalty_program_discount', ' default 0')},
      ${money('event_discount', ' default 0')},
      ${money('full_payment_discount', ' default 0')},
      ${money('group_discount', ' default 0')},
      total_discount bigint not null,
      ${money('final_education_fee')},
      payment_deadline date not null,
      first_installment_date date,
      created_by_id uuid not null,
      created_by_name text,
      created_by_role text not null,
      created_at timestamptz not null default now(),
      constraint enrollment_payment_schemes_once unique (enrollment_confirmation_id),
      unique (id, enrollment_confirmation_id, registration_id),
      foreign key (enrollment_confirmation_id, registration_id, child_id)
        references enrollment_confirmations (id, registration_id, child_id),
      constraint enrollment_payment_schemes_discounts check (
        total_discount = loyalty_program_discount + event_discount + full_payment_discount + group_discount
      ),
      constraint enrollment_payment_schemes_final check (
        final_education_fee = base_education_fee + cash_contribution - total_discount
      ),
      constraint enrollment_payment_schemes_installment check (
        case payment_scheme
          when 'full' then first_installment_date is null
          else total_discount = 0 and first_installment_date is not null
            and payment_deadline = first_installment_date
        end
      )
    );

    create table document_counters (
      kind text not null check (kind in ('INV', 'KW')),
      year integer not null check (year between 2000 and 9999),
      last integer not null check (last > 0),
      primary key (kind, year)
    );
    create trigger document_counters_kept before delete or truncate on document_counters
      for each statement execute function rows_are_kept();
    create function counter_counts() returns trigger language plpgsql as $$
    begin
      if (tg_op = 'INSERT' and new.last <> 1) or (tg_op = 'UPDATE' and
          ((new.kind, new.year) is distinct from (old.kind, old.year) or new.last <> old.last + 1)) then
        raise exception 'a counter counts one by one' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger document_counters_count before insert or update on document_counters
      for each row execute function counter_counts();

    create table enrollment_invoices (
      id uuid primary key,
      enrollment_payment_scheme_id uuid not null,
      enrollment_confirmation_id uuid not null,
      registration_id uuid not null,
      invoice_number text not null unique check (invoice_number ~ '^INV-[0-9]{4}-[0-9]{6,}$'),
      installment_stage smallint check (installment_stage between 1 and 4),
      installment_name text not null,
      ${money('total_amount')},
      due_date date not null,
      paid_amount bigint not null default 0,
      -- Kept by a trigger of the payments: one waits to be looked at; the newest one was rejected.
      waiting boolean not null default false,
      rejected boolean not null default false,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      foreign key (enrollment_payment_scheme_id, enrollment_confirmation_id, registration_id)
        references enrollment_payment_schemes (id, enrollment_confirmation_id, registration_id),
      constraint enrollment_invoices_not_overpaid check (paid_amount between 0 and total_amount)
    );
    create unique index enrollment_invoices_stage
      on enrollment_invoices (enrollment_payment_scheme_id, coalesce(installment_stage, 0));
    create index enrollment_invoices_of_registration on enrollment_invoices (registration_id);
    create index enrollment_invoices_due on enrollment_invoices (due_date, id);
    create index enrollment_invoices_newest on enrollment_invoices (created_at, id);
    create index enrollment_invoices_by_amount on enrollment_invoices (total_amount, id);
    create index enrollment_invoices_open on enrollment_invoices (due_date, id) where paid_amount < total_amount;
    create index enrollment_invoices_waiting on enrollment_invoices (due_date, id) where waiting;
    create trigger enrollment_invoices_kept before delete or truncate on enrollment_invoices
      for each statement execute function rows_are_kept();

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
    create trigger enrollment_invoices_issued before update on enrollment_invoices
      for each row execute function invoice_is_issued();

    create function scheme_balances() returns trigger language plpgsql as $$
    declare
      scheme enrollment_payment_schemes;
      invoices integer;
      staged integer;
      total numeric;
    begin
      select * into scheme from enrollment_payment_schemes where id = (to_jsonb(new) ->> tg_argv[0])::uuid;
      select count(*), count(installment_stage), coalesce(sum(total_amount), 0) into invoices, staged, total
        from enrollment_invoices where enrollment_payment_scheme_id = scheme.id;
      if total <> scheme.final_education_fee
        or (invoices, staged) <> (case scheme.payment_scheme when 'full' then 1 else 4 end,
                                  case scheme.payment_scheme when 'full' then 0 else 4 end) then
        raise exception 'the invoices of scheme % do not make up its fee', scheme.id using errcode = '23000';
      end if;
      return null;
    end $$;
    create constraint trigger enrollment_payment_schemes_balance after insert on enrollment_payment_schemes
      deferrable initially deferred for each row execute function scheme_balances('id');
    create constraint trigger enrollment_invoices_scheme after insert on enrollment_invoices
      deferrable initially deferred for each row
      execute function scheme_balances('enrollment_payment_scheme_id');

    -- A scheme belongs to a confirmation whose invoices are out; one that is completed has them all paid.
    create function confirmation_is_billed() returns trigger language plpgsql as $$
    begin
      if (new.payment_status = 'invoice_generated') <> exists (
          select from enrollment_payment_schemes where enrollment_confirmation_id = new.id)
        or (new.status = 'completed' and exists (
          select from enrollment_invoices where enrollment_confirmation_id = new.id and paid_amount < total_amount))
      then
        raise exception 'confirmation % does not fit its invoices', new.id using errcode = '23000';
      end if;
      return null;
    end $$;
    create constraint trigger enrollment_confirmations_billed after insert or update on enrollment_confirmations
      deferrable initially deferred for each row execute function confirmation_is_billed();

    create function scheme_is_told() returns trigger language plpgsql as $$
    begin
      if not exists (select from enrollment_confirmations
          where id = new.enrollment_confirmation_id and payment_status = 'invoice_generated') then
        raise exception 'scheme % is not known to its confirmation', new.id using errcode = '23000';
      end if;
      return null;
    end $$;
    create constraint trigger enrollment_payment_schemes_told after insert on enrollment_payment_schemes
      deferrable initially deferred for each row execute function scheme_is_told();
  `);
  await refuseChanges(knex, 'enrollment_payment_schemes');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger enrollment_confirmations_billed on enrollment_confirmations;
    drop table enrollment_invoices, document_counters, enrollment_payment_schemes;
    drop function scheme_is_told();
    drop function confirmation_is_billed();
    drop function scheme_balances();
    drop function invoice_is_issued();
    drop function counter_counts();
  `);
}
