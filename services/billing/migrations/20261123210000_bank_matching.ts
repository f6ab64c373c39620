import {
  CONFIDENCES,
  MATCH_STATUSES,
  UNAPPLIED_CAUSES,
  UNAPPLIED_STATUSES,
} from '@gerbang/domain/bank-matches';
import { LINE_STATUSES } from '@gerbang/domain/bank-lines';
import { BANK_TARGETS, EXPECTATION_STATUSES } from '@gerbang/domain/payment-expectations';
import { markAppendOnly } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

const lineStatuses = (statuses: readonly string[]) => `
  alter table bank_lines drop constraint bank_lines_status_check;
  alter table bank_lines add constraint bank_lines_status_check check (status in (${list(statuses)}));`;

const paymentMoves = (line: string) => `
  create or replace function payment_moves() returns trigger language plpgsql as $$
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
          is distinct from (old.amount_paid, old.payment_evidence_file_id))${line} then
      raise exception 'this change of a payment is not allowed' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end $$;`;

const LINE_WITH_VERIFICATION = `
      or ((new.bank_line_id, new.pay_request_id) is distinct from (old.bank_line_id, old.pay_request_id)
        and (old.bank_line_id is not null or old.pay_request_id is not null
          or new.verification_status <> 'verified'))`;

/**
 * What a bank's line pays: the exact amounts that families were asked for, the matches of lines and bills, money that pays
 * nothing yet, the surplus of unique amounts, closed days, and shapes of statements that the school described itself.
 * A payment of an invoice may rest on a bank's line instead of a slip.
 * Contracts: the lists of states and of what proves a payment grew; a program of the release before writes none of the new.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table payment_expectations (
      id uuid primary key,
      account_key text not null check (length(account_key) between 1 and 50),
      kind text not null check (kind in (${list(BANK_TARGETS)})),
      registration_id uuid references registrations (id),
      invoice_id uuid references enrollment_invoices (id),
      user_id uuid not null,
      -- In rupiah.
      base bigint not null check (base between 1 and 1000000000000),
      unique_add integer not null check (unique_add between 0 and 999),
      transfer_amount bigint not null generated always as (base + unique_add) stored,
      reference text not null unique check (reference ~ '^GB-[0-9A-HJKMNP-TV-Z]{6}$'),
      status text not null default 'open' check (status in (${list(EXPECTATION_STATUSES)})),
      holds_amount boolean not null,
      expires_at timestamptz not null,
      cools_until timestamptz not null check (cools_until > expires_at),
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((kind = 'registration_fee') = (registration_id is not null)),
      check ((kind = 'invoice') = (invoice_id is not null)),
      check (holds_amount or status not in ('open', 'cooling'))
    );
    create unique index payment_expectations_amount on payment_expectations (account_key, transfer_amount)
      where holds_amount and unique_add > 0;
    create unique index payment_expectations_fee on payment_expectations (registration_id) where status = 'open';
    create unique index payment_expectations_invoice on payment_expectations (invoice_id) where status = 'open';
    create index payment_expectations_due on payment_expectations (expires_at) where status = 'open';
    create index payment_expectations_held on payment_expectations (cools_until) where holds_amount;
    create trigger payment_expectations_kept before truncate on payment_expectations
      for each statement execute function rows_are_kept();

    ${lineStatuses(LINE_STATUSES)}
    alter table bank_lines drop constraint bank_lines_check1;
    alter table bank_lines add constraint bank_lines_ignored check ((status = 'ignored') = (ignored_reason is not null));

    create table bank_matches (
      id uuid primary key,
      line_id uuid not null references bank_lines (id) on delete cascade,
      kind text not null check (kind in (${list(BANK_TARGETS)})),
      expectation_id uuid references payment_expectations (id),
      registration_id uuid references registrations (id),
      invoice_id uuid references enrollment_invoices (id),
      -- What the target gets of the line, in rupiah; surplus and rest are not in it.
      amount bigint not null check (amount > 0),
      confidence text check (confidence in (${list(CONFIDENCES)})),
      reasons text[] not null default '{}',
      status text not null check (status in (${list(MATCH_STATUSES)})),
      -- The invoice's payment that was booked; a fee is booked by admission.
      payment_id uuid unique references enrollment_invoice_payments (id),
      note text check (length(note) between 5 and 300),
      decided_by_id uuid,
      decided_by_name text,
      decided_by_role text,
      decided_at timestamptz,
      created_at timestamptz not null default now(),
      check ((kind = 'registration_fee') = (registration_id is not null)),
      check ((kind = 'invoice') = (invoice_id is not null)),
      check ((status = 'proposed') = (decided_at is null)),
      check (payment_id is null or kind = 'invoice'),
      check (status <> 'booked' or kind = 'registration_fee' or payment_id is not null)
    );
    create unique index bank_matches_target on bank_matches (line_id, coalesce(invoice_id, registration_id))
      where status <> 'rejected';
    create index bank_matches_of_invoice on bank_matches (invoice_id) where invoice_id is not null;
    create index bank_matches_of_registration on bank_matches (registration_id) where registration_id is not null;
    create trigger bank_matches_kept before truncate on bank_matches
      for each statement execute function rows_are_kept();

    create function line_holds_matches() returns trigger language plpgsql as $$
    begin
      if (select sum(amount) from bank_matches where line_id = new.line_id and status = 'booked')
        > (select amount from bank_lines where id = new.line_id) then
        raise exception 'line % pays more than it holds', new.line_id using errcode = '23000';
      end if;
      return null;
    end $$;
    create trigger bank_matches_within_line after insert or update on bank_matches
      for each row execute function line_holds_matches();

    -- Money of a line that pays nothing yet. The rows of a line add up to what it neither booked nor kept as surplus,
    -- whatever became of each of them.
    create table unapplied_receipts (
      id uuid primary key,
      line_id uuid references bank_lines (id),
      pay_request_id uuid,
      amount bigint not null check (amount > 0),
      cause text not null check (cause in (${list(UNAPPLIED_CAUSES)})),
      status text not null default 'open' check (status in (${list(UNAPPLIED_STATUSES)})),
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
      check (num_nonnulls(line_id, pay_request_id) = 1),
      check ((status = 'open') = (decided_at is null)),
      check ((status = 'assigned') = (num_nonnulls(assigned_payment_id, assigned_registration_id) = 1)),
      check ((status = 'returned') = (returned_on is not null))
    );
    create index unapplied_receipts_open on unapplied_receipts (created_at, id) where status = 'open';
    create index unapplied_receipts_of_line on unapplied_receipts (line_id);
    create trigger unapplied_receipts_kept before delete or truncate on unapplied_receipts
      for each statement execute function rows_are_kept();

    create table surplus_ledger (
      id uuid primary key,
      line_id uuid not null unique references bank_lines (id),
      expectation_id uuid not null references payment_expectations (id),
      amount bigint not null check (amount between 1 and 999),
      at timestamptz not null default now()
    );
    create trigger surplus_ledger_append_only before update or delete or truncate on surplus_ledger
      for each statement execute function rows_are_append_only();

    create table bank_day_closings (
      account_key text not null,
      day date not null,
      totals jsonb not null,
      closed_by_id uuid not null,
      closed_by_name text,
      closed_by_role text not null,
      at timestamptz not null default now(),
      primary key (account_key, day)
    );

    create table statement_profiles (
      id uuid primary key,
      account_key text not null check (length(account_key) between 1 and 50),
      name text not null check (length(name) between 1 and 50),
      delimiter text not null check (length(delimiter) = 1),
      encoding text not null check (encoding in ('utf-8', 'windows-1252')),
      skip_rows integer not null check (skip_rows between 0 and 50),
      columns jsonb not null,
      date_format text not null check (length(date_format) between 4 and 20),
      decimal_sign text not null check (decimal_sign in ('.', ',')),
      created_by_id uuid not null,
      created_by_name text,
      created_by_role text not null,
      created_at timestamptz not null default now(),
      unique (account_key, name)
    );

    alter table enrollment_invoice_payments
      add column bank_line_id uuid references bank_lines (id),
      add column pay_request_id uuid,
      drop constraint enrollment_invoice_payments_proof,
      add constraint enrollment_invoice_payments_proof check (
        num_nonnulls(payment_evidence_file_id, bank_line_id, pay_request_id) > 0 or payment_method = 'cash'
      );
    create index enrollment_invoice_payments_of_line on enrollment_invoice_payments (bank_line_id)
      where bank_line_id is not null;
    ${paymentMoves(LINE_WITH_VERIFICATION)}

    create function bank_payment_is_verified() returns trigger language plpgsql as $$
    begin
      if exists (select from enrollment_invoice_payments where id = new.id
          and num_nonnulls(bank_line_id, pay_request_id) > 0 and verification_status <> 'verified') then
        raise exception 'payment % rests on the bank and is not verified', new.id using errcode = '23000';
      end if;
      return null;
    end $$;
    create constraint trigger enrollment_invoice_payments_of_bank
      after insert or update on enrollment_invoice_payments
      deferrable initially deferred for each row execute function bank_payment_is_verified();
  `);
  await markAppendOnly(knex, 'surplus_ledger');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger enrollment_invoice_payments_of_bank on enrollment_invoice_payments;
    drop function bank_payment_is_verified();
    ${paymentMoves('')}
    alter table enrollment_invoice_payments
      drop constraint enrollment_invoice_payments_proof,
      drop column bank_line_id,
      drop column pay_request_id,
      add constraint enrollment_invoice_payments_proof
        check (payment_evidence_file_id is not null or payment_method = 'cash');
    drop table statement_profiles, bank_day_closings, surplus_ledger, unapplied_receipts, bank_matches;
    drop function line_holds_matches();
    drop table payment_expectations;
    alter table bank_lines drop constraint bank_lines_ignored;
    update bank_lines set status = 'new' where status not in ('new', 'ignored');
    ${lineStatuses(['new', 'ignored'])}
    alter table bank_lines add constraint bank_lines_check1 check ((status = 'ignored') = (ignored_reason is not null));
  `);
}
