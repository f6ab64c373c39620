import { PAYMENT_METHODS, VERIFICATION_STATUSES } from '@gerbang/domain/invoice-payments';
import { refuseChanges } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/**
 * Payments of invoices with the history of every version, and the ledger of verified payments. At every commit an
 * invoice's paid amount is the sum of its verified payments and of its ledger.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table enrollment_invoice_payments (
      id uuid primary key,
      enrollment_invoice_id uuid not null references enrollment_invoices (id),
      amount_paid bigint not null check (amount_paid between 1 and 1000000000000),
      payment_date date not null,
      payment_method text not null default 'transfer' check (payment_method in (${list(PAYMENT_METHODS)})),
      bank_info text,
      admin_notes text check (length(admin_notes) <= 2000),
      auto_verify boolean not null default false,
      payment_evidence_file_id uuid not null,
      payment_evidence_filename text check (length(payment_evidence_filename) <= 150),
      verification_status text not null default 'pending'
        check (verification_status in (${list(VERIFICATION_STATUSES)})),
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
      unique (id, enrollment_invoice_id, amount_paid),
      constraint enrollment_invoice_payments_verified check (
        (verification_status = 'verified') = (verified_at is not null)
        and (verified_at is null) = (verified_by_id is null)
        and (verified_at is null) = (receipt_number is null)
      ),
      constraint enrollment_invoice_payments_rejected check (
        (verification_status = 'rejected') = (rejected_at is not null)
        and (rejected_at is null) = (rejected_by_id is null)
        and (verification_status = 'rejected') = (rejection_reason is not null)
        and rejection_reason !~ '^\\s*$'
      )
    );
    comment on column enrollment_invoice_payments.bank_info is 'sealed';
    create unique index enrollment_invoice_payments_one_pending
      on enrollment_invoice_payments (enrollment_invoice_id) where verification_status = 'pending';
    create index enrollment_invoice_payments_of on enrollment_invoice_payments (enrollment_invoice_id, created_at, id);
    create index enrollment_invoice_payments_waiting on enrollment_invoice_payments (created_at, id)
      where verification_status = 'pending';
    create trigger enrollment_invoice_payments_kept before delete or truncate on enrollment_invoice_payments
      for each statement execute function rows_are_kept();

    create function payment_moves() returns trigger language plpgsql as $$
    begin
      -- Sealing with another key says nothing new: only the ciphertext differs.
      if to_jsonb(new) - 'bank_info' = to_jsonb(old) - 'bank_info'
        and old.bank_info is not null and new.bank_info is not null then
        return new;
      end if;
      if old.verification_status <> 'pending'
        or new.version <> old.version + 1
        or (new.id, new.enrollment_invoice_id, new.payment_date, new.payment_method, new.bank_info, new.admin_notes,
            new.auto_verify, new.created_by_id, new.created_by_name, new.created_by_role, new.created_at)
          is distinct from
           (old.id, old.enrollment_invoice_id, old.payment_date, old.payment_method, old.bank_info, old.admin_notes,
            old.auto_verify, old.created_by_id, old.created_by_name, old.created_by_role, old.created_at)
        or (new.verification_status <> 'pending'
          and (new.amount_paid, new.payment_evidence_file_id)
            is distinct from (old.amount_paid, old.payment_evidence_file_id)) then
        raise exception 'this change of a payment is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger enrollment_invoice_payments_move before update on enrollment_invoice_payments
      for each row execute function payment_moves();

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
    create trigger enrollment_invoice_payments_told after insert or update of version on enrollment_invoice_payments
      for each row execute function invoice_follows_payments();

    create table invoice_payment_events (
      id uuid primary key,
      payment_id uuid not null references enrollment_invoice_payments (id),
      version integer not null,
      kind text not null check (kind in ('created', 'edited', 'verified', 'rejected')),
      from_status text,
      to_status text not null,
      amount_before bigint,
      amount bigint not null,
      -- The proof before an edit is kept: a payment shows only its present one.
      file_before_id uuid,
      file_id uuid not null,
      reason text,
      actor_id uuid not null,
      actor_name text,
      actor_role text not null,
      at timestamptz not null default now(),
      unique (payment_id, version)
    );

    create table invoice_ledger (
      id uuid primary key,
      position bigint generated always as identity unique,
      enrollment_invoice_id uuid not null references enrollment_invoices (id),
      payment_id uuid not null unique,
      amount bigint not null check (amount > 0),
      actor_id uuid not null,
      actor_name text,
      actor_role text not null,
      at timestamptz not null default now(),
      foreign key (payment_id, enrollment_invoice_id, amount)
        references enrollment_invoice_payments (id, enrollment_invoice_id, amount_paid)
    );
    create index invoice_ledger_of on invoice_ledger (enrollment_invoice_id);

    create function payment_has_history() returns trigger language plpgsql as $$
    begin
      if not exists (
        select from invoice_payment_events
        where payment_id = new.id and version = new.version and to_status = new.verification_status
          and amount = new.amount_paid and file_id = new.payment_evidence_file_id
      ) then
        raise exception 'payment % has no history of its version', new.id using errcode = '23000';
      end if;
      return null;
    end $$;
    create constraint trigger enrollment_invoice_payments_history
      after insert or update on enrollment_invoice_payments
      deferrable initially deferred for each row execute function payment_has_history();

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
    create constraint trigger enrollment_invoices_balance after insert or update of paid_amount on enrollment_invoices
      deferrable initially deferred for each row execute function invoice_balances('id');
    create constraint trigger enrollment_invoice_payments_balance
      after insert or update of verification_status on enrollment_invoice_payments
      deferrable initially deferred for each row execute function invoice_balances('enrollment_invoice_id');
    create constraint trigger invoice_ledger_balance after insert on invoice_ledger
      deferrable initially deferred for each row execute function invoice_balances('enrollment_invoice_id');
  `);
  await refuseChanges(knex, 'invoice_payment_events');
  await refuseChanges(knex, 'invoice_ledger');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger enrollment_invoices_balance on enrollment_invoices;
    drop table invoice_ledger, invoice_payment_events, enrollment_invoice_payments;
    drop function invoice_balances();
    drop function payment_has_history();
    drop function invoice_follows_payments();
    drop function payment_moves();
  `);
}
