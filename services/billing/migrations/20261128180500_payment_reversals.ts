import type { Knex } from 'knex';

/**
 * A verified payment can be reversed: the ledger gets an entry of the negative amount, with the day of the reversal. Money
 * that did come stands unapplied, or its bank line is open again; a unique add leaves its ledger by a contra entry too.
 *
 * Contracts: the lists of states, kinds and causes grew; a program of the release before writes none of the new, and its
 * entries of the ledger fit the keys that replace the narrower ones.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table enrollment_invoice_payments
      add column reversed_by_id uuid,
      add column reversed_by_name text,
      add column reversed_by_role text,
      add column reversed_at timestamptz,
      add column reversal_cause text check (reversal_cause in ('wrong_target', 'bounced', 'duplicate', 'wrong_amount', 'other')),
      add column reversal_reason text check (length(reversal_reason) between 10 and 300),
      add column moved_from_id uuid references enrollment_invoice_payments (id),
      drop constraint enrollment_invoice_payments_verification_status_check,
      add constraint enrollment_invoice_payments_verification_status_check
        check (verification_status in ('pending', 'verified', 'rejected', 'reversed')),
      drop constraint enrollment_invoice_payments_verified,
      add constraint enrollment_invoice_payments_verified check ((verification_status in ('verified', 'reversed')) =
        (verified_at is not null) and (verified_at is null) = (verified_by_id is null) and (verified_at is null) =
        (receipt_number is null)),
      add constraint enrollment_invoice_payments_reversed check (case when verification_status = 'reversed'
        then num_nulls(reversed_by_id, reversed_by_role, reversed_at, reversal_cause, reversal_reason) = 0
        else num_nonnulls(reversed_by_id, reversed_by_role, reversed_at, reversal_cause, reversal_reason) = 0 end),
      drop constraint enrollment_invoice_payments_proof,
      add constraint enrollment_invoice_payments_proof check (num_nonnulls(payment_evidence_file_id, bank_line_id,
        pay_request_id, moved_from_id) > 0 or payment_method = 'cash');
    create index enrollment_invoice_payments_by_reverser on enrollment_invoice_payments (reversed_by_id, reversed_at)
      where reversed_by_id is not null;

    create or replace function payment_moves() returns trigger language plpgsql as $$
    declare
      reversal text[] := '{verification_status,version,updated_at,reversed_by_id,reversed_by_name,reversed_by_role,reversed_at,reversal_cause,reversal_reason}';
    begin
      -- Sealing with another key says nothing new: only the ciphertext differs.
      if to_jsonb(new) - 'bank_info' = to_jsonb(old) - 'bank_info'
        and old.bank_info is not null and new.bank_info is not null then
        return new;
      end if;
      if old.verification_status = 'verified' and new.verification_status = 'reversed'
        and new.version = old.version + 1 and to_jsonb(new) - reversal = to_jsonb(old) - reversal then
        return new;
      end if;
      if old.verification_status <> 'pending' or new.verification_status = 'reversed'
        or new.version <> old.version + 1
        or (new.id, new.enrollment_invoice_id, new.payment_date, new.payment_method, new.bank_info, new.admin_notes,
            new.auto_verify, new.moved_from_id, new.created_by_id, new.created_by_name, new.created_by_role, new.created_at)
          is distinct from
           (old.id, old.enrollment_invoice_id, old.payment_date, old.payment_method, old.bank_info, old.admin_notes,
            old.auto_verify, old.moved_from_id, old.created_by_id, old.created_by_name, old.created_by_role, old.created_at)
        or (new.verification_status <> 'pending'
          and (new.amount_paid, new.payment_evidence_file_id)
            is distinct from (old.amount_paid, old.payment_evidence_file_id))
        or ((new.bank_line_id, new.pay_request_id) is distinct from (old.bank_line_id, old.pay_request_id)
          and (old.bank_line_id is not null or old.pay_request_id is not null
            or new.verification_status <> 'verified')) then
        raise exception 'this change of a payment is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;

    create or replace function bank_payment_is_verified() returns trigger language plpgsql as $$
    begin
      if exists (select from enrollment_invoice_payments where id = new.id
          and num_nonnulls(bank_line_id, pay_request_id) > 0 and verification_status not in ('verified', 'reversed')) then
        raise exception 'payment % rests on the bank and is not verified', new.id using errcode = '23000';
      end if;
      return null;
    end $$;

    alter table invoice_payment_events drop constraint invoice_payment_events_kind_check,
      add constraint invoice_payment_events_kind_check
        check (kind in ('created', 'edited', 'verified', 'rejected', 'reversed'));

    alter table invoice_ledger
      add column booked_amount bigint not null generated always as (abs(amount)) stored,
      drop constraint invoice_ledger_amount_check,
      add constraint invoice_ledger_amount_check check (amount <> 0),
      drop constraint invoice_ledger_payment_id_key,
      drop constraint invoice_ledger_payment_id_enrollment_invoice_id_amount_fkey,
      add constraint invoice_ledger_payment foreign key (payment_id, enrollment_invoice_id, booked_amount)
        references enrollment_invoice_payments (id, enrollment_invoice_id, amount_paid);
    create unique index invoice_ledger_once on invoice_ledger (payment_id, (amount > 0));

    -- Books of past days stay as they are: what is taken back, and what is paid with money that was booked before, has the
    -- day on which that was done.
    create or replace function book_cash() returns trigger language plpgsql as $$
    begin
      insert into cash_bookings
        select new.id, 'invoice', case when p.bank_line_id is null then p.payment_method else 'bank_line' end,
          r.academic_year, r.jenjang, new.amount, (new.at at time zone 'Asia/Jakarta')::date,
          case when new.amount < 0 or p.moved_from_id is not null or (p.bank_line_id is not null and exists (
              select from enrollment_invoice_payments former
              where former.bank_line_id = p.bank_line_id and former.verification_status = 'reversed'))
            then (new.at at time zone 'Asia/Jakarta')::date else p.payment_date end
        from enrollment_invoice_payments p
        join enrollment_invoices i on i.id = p.enrollment_invoice_id
        join registrations r on r.id = i.registration_id
        where p.id = new.payment_id
        on conflict (id) do nothing;
      return null;
    end $$;

    create or replace function confirmation_moves() returns trigger language plpgsql as $$
    begin
      if current_setting('gerbang.ending', true) = 'on'
    and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then return new; end if;
      if (new.id, new.registration_id, new.child_id, new.created_at)
          is distinct from (old.id, old.registration_id, old.child_id, old.created_at)
        or new.version <> old.version + 1
        or not (
          (old.status, new.status) in (('declined', 'submitted'), ('pending', 'processed'), ('submitted', 'processed'),
            ('pending', 'declined'), ('submitted', 'declined'), ('processed', 'completed'), ('completed', 'processed'))
          or (old.status = 'processed' and new.status = 'processed' and old.payment_status = 'pending')
        ) then
        raise exception 'this change of a confirmation is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    alter table confirmation_events drop constraint confirmation_events_cause_check,
      add constraint confirmation_events_cause_check
        check (cause in ('submitted', 'processed', 'declined', 'scheme_created', 'completed', 'payment_reversed'));

    alter table papers drop constraint papers_payment_stays;

    alter table unapplied_receipts
      add column reversed_payment_id uuid references enrollment_invoice_payments (id),
      drop constraint unapplied_receipts_check,
      add constraint unapplied_receipts_check check (num_nonnulls(line_id, pay_request_id, reversed_payment_id) = 1),
      drop constraint unapplied_receipts_cause_check,
      add constraint unapplied_receipts_cause_check check (cause in ('overpaid', 'unknown', 'late', 'duplicate',
        'fee_refused', 'split_rest', 'reversed')),
      drop constraint unapplied_receipts_status_check,
      add constraint unapplied_receipts_status_check check (status in ('open', 'assigned', 'returned', 'released'));

    create index unapplied_receipts_of_payment on unapplied_receipts (reversed_payment_id) where reversed_payment_id is not null;

    alter table surplus_ledger drop constraint surplus_ledger_line_id_key,
      drop constraint surplus_ledger_amount_check,
      add constraint surplus_ledger_amount_check check (amount between -999 and 999 and amount <> 0);
    create index surplus_ledger_of_line on surplus_ledger (line_id);
    create function surplus_is_small() returns trigger language plpgsql as $$
    begin
      if (select sum(amount) from surplus_ledger where line_id = new.line_id) not between 0 and 999 then
        raise exception 'the surplus of line % is no unique add', new.line_id using errcode = '23000';
      end if;
      return null;
    end $$;
    create trigger surplus_ledger_small after insert on surplus_ledger
      for each row execute function surplus_is_small();
  `);
}

/** Only where nothing was reversed yet. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger surplus_ledger_small on surplus_ledger;
    drop function surplus_is_small();
    drop index surplus_ledger_of_line;
    alter table surplus_ledger add constraint surplus_ledger_line_id_key unique (line_id),
      drop constraint surplus_ledger_amount_check,
      add constraint surplus_ledger_amount_check check (amount >= 1 and amount <= 999);
    alter table unapplied_receipts drop column reversed_payment_id,
      add constraint unapplied_receipts_check check (num_nonnulls(line_id, pay_request_id) = 1);
    alter table papers add constraint papers_payment_stays check (kind <> 'invoice_receipt' or revoked_at is null);
    drop index invoice_ledger_once;
    alter table invoice_ledger drop column booked_amount,
      add constraint invoice_ledger_payment_id_key unique (payment_id),
      add constraint invoice_ledger_payment_id_enrollment_invoice_id_amount_fkey
        foreign key (payment_id, enrollment_invoice_id, amount)
        references enrollment_invoice_payments (id, enrollment_invoice_id, amount_paid);
    alter table enrollment_invoice_payments drop constraint enrollment_invoice_payments_verified,
      drop constraint enrollment_invoice_payments_reversed, drop constraint enrollment_invoice_payments_proof,
      drop column reversed_by_id, drop column reversed_by_name, drop column reversed_by_role, drop column reversed_at,
      drop column reversal_cause, drop column reversal_reason, drop column moved_from_id,
      add constraint enrollment_invoice_payments_verified check ((verification_status = 'verified') = (verified_at is
        not null) and (verified_at is null) = (verified_by_id is null) and (verified_at is null) = (receipt_number is null)),
      add constraint enrollment_invoice_payments_proof check (num_nonnulls(payment_evidence_file_id, bank_line_id,
        pay_request_id) > 0 or payment_method = 'cash');
  `);
}
