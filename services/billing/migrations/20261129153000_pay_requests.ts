import type { Knex } from 'knex';

const methods = (more: string) => `
  alter table enrollment_invoice_payments drop constraint enrollment_invoice_payments_payment_method_check,
    add constraint enrollment_invoice_payments_payment_method_check check (payment_method in ('transfer', 'cash'${more}));
  alter table cash_bookings drop constraint cash_bookings_method_check,
    add constraint cash_bookings_method_check check (method in ('transfer', 'cash', 'bank_line'${more}));`;

/**
 * Payments by virtual account and QRIS: what families ask a provider for, and every word of the provider about money. A word
 * is stored before it is acted upon and gets its outcome once.
 *
 * Contracts: the methods of payments grew; a program of the release before writes none of the new.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${methods(`, 'va', 'qris'`)}

    create sequence pay_numbers;
    create table pay_requests (
      id uuid primary key,
      request_no text not null unique check (request_no ~ '^[0-9]{8,20}$'),
      kind text not null check (kind in ('registration_fee', 'invoice')),
      registration_id uuid references registrations (id),
      invoice_id uuid references enrollment_invoices (id),
      user_id uuid not null,
      channel text not null check (channel in ('va', 'qris')),
      bank_code text check (bank_code ~ '^[0-9]{3}$'),
      amount bigint not null check (amount >= 1 and (channel <> 'qris' or amount <= 10000000)),
      status text not null check (status in ('creating', 'open', 'paid', 'expired', 'cancelled', 'failed', 'review')),
      va_number text check (length(va_number) <= 28),
      qr_content text check (length(qr_content) <= 1024),
      provider_id text check (length(provider_id) <= 64),
      expires_at timestamptz not null,
      paid_at timestamptz,
      paid_amount bigint,
      rrn text check (length(rrn) <= 64),
      payment_id uuid references enrollment_invoice_payments (id),
      attempts integer not null default 0,
      last_error text check (length(last_error) <= 200),
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint pay_requests_target check (case kind when 'invoice' then invoice_id is not null and registration_id is null
        else registration_id is not null and invoice_id is null end),
      constraint pay_requests_bank check ((channel = 'va') = (bank_code is not null)),
      constraint pay_requests_paid check (status <> 'paid' or num_nulls(paid_at, paid_amount) = 0)
    );
    create unique index pay_requests_of_fee on pay_requests (registration_id) where status in ('creating', 'open');
    create unique index pay_requests_of_invoice on pay_requests (invoice_id) where status in ('creating', 'open');
    create unique index pay_requests_va on pay_requests (va_number) where status = 'open';
    create index pay_requests_numbers on pay_requests (va_number, created_at) where va_number is not null;
    create index pay_requests_newest on pay_requests (created_at, id);
    create index pay_requests_by_amount on pay_requests (amount, id);
    create index pay_requests_of_family on pay_requests (user_id, created_at);
    create index pay_requests_live on pay_requests (expires_at) where status in ('creating', 'open');
    create trigger pay_requests_kept before delete or truncate on pay_requests
      for each statement execute function rows_are_kept();

    create function pay_request_moves() returns trigger language plpgsql as $$
    begin
      -- What is shown to pay ends some time after the request.
      if to_jsonb(new) - '{va_number,qr_content}'::text[] = to_jsonb(old) - '{va_number,qr_content}'::text[]
        and num_nonnulls(new.va_number, new.qr_content) = 0 and old.status not in ('creating', 'open') then
        return new;
      end if;
      if new.version <> old.version + 1
        or (new.id, new.request_no, new.kind, new.registration_id, new.invoice_id, new.user_id, new.channel, new.bank_code,
            new.amount, new.created_at)
          is distinct from (old.id, old.request_no, old.kind, old.registration_id, old.invoice_id, old.user_id, old.channel,
            old.bank_code, old.amount, old.created_at)
        or (new.status <> old.status and (old.status, new.status) not in (('creating', 'open'), ('creating', 'failed'),
          ('open', 'paid'), ('open', 'review'), ('open', 'expired'), ('open', 'cancelled'), ('expired', 'review'),
          ('cancelled', 'review'), ('failed', 'review'), ('review', 'paid'), ('review', 'cancelled'))) then
        raise exception 'this change of a pay request is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger pay_requests_move before update on pay_requests
      for each row execute function pay_request_moves();

    create table pay_notifications (
      id uuid primary key,
      received_at timestamptz not null,
      service text not null check (service in ('va_payment', 'qr_notify', 'va_status', 'qr_query')),
      external_id text not null check (length(external_id) <= 64),
      provider_ref text not null check (length(provider_ref) <= 128),
      request_no text check (length(request_no) <= 64),
      amount bigint,
      paid_at timestamptz,
      rrn text check (length(rrn) <= 64),
      signature_ok boolean not null,
      -- Null until it was acted upon.
      outcome text check (outcome in ('booked', 'repeated', 'unknown', 'amount', 'late', 'duplicate', 'refused')),
      answer_code text check (length(answer_code) <= 10),
      body_hash text,
      body_sealed text,
      constraint pay_notifications_once unique (service, provider_ref, external_id)
    );
    comment on column pay_notifications.body_sealed is 'sealed';
    create index pay_notifications_of on pay_notifications (request_no) where request_no is not null;
    create index pay_notifications_external on pay_notifications (external_id, received_at) where signature_ok;
    create index pay_notifications_waiting on pay_notifications (received_at) where outcome is null;
    create index pay_notifications_by_day on pay_notifications (received_at);
    create trigger pay_notifications_kept before delete or truncate on pay_notifications
      for each statement execute function rows_are_kept();
    create function pay_notification_stays() returns trigger language plpgsql as $$
    begin
      -- Its outcome comes once; its body ends, or is sealed with another key.
      if to_jsonb(new) - '{outcome,answer_code,body_sealed}'::text[] is distinct from
          to_jsonb(old) - '{outcome,answer_code,body_sealed}'::text[]
        or ((new.outcome, new.answer_code) is distinct from (old.outcome, old.answer_code) and old.outcome is not null)
        or (old.body_sealed is null and new.body_sealed is not null) then
        raise exception 'a word of the provider never changes' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger pay_notifications_stay before update on pay_notifications
      for each row execute function pay_notification_stays();

    -- Sealed with the bus key, like other answers that live for minutes.
    create table pay_tokens (
      provider text primary key,
      token text not null,
      expires_at timestamptz not null
    );

    alter table enrollment_invoice_payments
      add constraint enrollment_invoice_payments_pay_request foreign key (pay_request_id) references pay_requests (id);
    alter table unapplied_receipts
      add constraint unapplied_receipts_pay_request foreign key (pay_request_id) references pay_requests (id);
    create index enrollment_invoice_payments_of_pay_request on enrollment_invoice_payments (pay_request_id)
      where pay_request_id is not null;
    create index unapplied_receipts_of_pay_request on unapplied_receipts (pay_request_id) where pay_request_id is not null;
  `);
}

/** Only where nothing was asked of a provider yet. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table enrollment_invoice_payments drop constraint enrollment_invoice_payments_pay_request;
    alter table unapplied_receipts drop constraint unapplied_receipts_pay_request;
    drop index enrollment_invoice_payments_of_pay_request;
    drop index unapplied_receipts_of_pay_request;
    drop table pay_tokens;
    drop table pay_notifications;
    drop table pay_requests;
    drop function pay_request_moves();
    drop function pay_notification_stays();
    drop sequence pay_numbers;
    ${methods('')}
  `);
}
