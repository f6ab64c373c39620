import type { Knex } from 'knex';

/**
 * A scheme can be revised, or cancelled while nothing is paid. Its row says what holds now; every change is a row of its own
 * with both sides. An invoice that is taken back asks for nothing: its total is 0, and `voided_amount` keeps what stood there.
 *
 * Contracts: the one scheme of a confirmation is the one that was not cancelled; states and causes grew.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table enrollment_payment_schemes
      add column version integer not null default 1 check (version > 0),
      add column voided_at timestamptz,
      drop constraint enrollment_payment_schemes_once;
    create unique index enrollment_payment_schemes_once on enrollment_payment_schemes (enrollment_confirmation_id)
      where voided_at is null;
    create table scheme_changes (
      id uuid primary key,
      scheme_id uuid not null references enrollment_payment_schemes (id),
      version integer not null check (version > 1),
      kind text not null check (kind in ('revised', 'void')),
      -- Amounts, days and invoices on each side; a cancelled scheme has no second side.
      before jsonb not null,
      after jsonb,
      reason text not null check (length(reason) between 10 and 300),
      actor_id uuid not null,
      actor_name text,
      actor_role text not null,
      at timestamptz not null default now(),
      unique (scheme_id, version),
      check ((kind = 'void') = (after is null))
    );
    comment on table scheme_changes is 'append-only';
    create trigger scheme_changes_append_only before delete or update or truncate on scheme_changes
      for each statement execute function rows_are_append_only();

    comment on table enrollment_payment_schemes is null;
    drop trigger enrollment_payment_schemes_append_only on enrollment_payment_schemes;
    create trigger enrollment_payment_schemes_kept before delete or truncate on enrollment_payment_schemes
      for each statement execute function rows_are_kept();
    create function scheme_stays() returns trigger language plpgsql as $$
    begin
      if (new.id, new.enrollment_confirmation_id, new.registration_id, new.child_id, new.grade_level,
          new.created_by_id, new.created_by_name, new.created_by_role, new.created_at)
        is distinct from
         (old.id, old.enrollment_confirmation_id, old.registration_id, old.child_id, old.grade_level,
          old.created_by_id, old.created_by_name, old.created_by_role, old.created_at)
        or old.voided_at is not null or new.version <> old.version + 1
        or not exists (select from scheme_changes where scheme_id = new.id and version = new.version
          and kind = case when new.voided_at is null then 'revised' else 'void' end) then
        raise exception 'this change of a scheme is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger enrollment_payment_schemes_stay before update on enrollment_payment_schemes
      for each row execute function scheme_stays();

    alter table enrollment_invoices
      add column voided_by uuid references scheme_changes (id),
      add column voided_amount bigint check (voided_amount >= 0),
      add constraint enrollment_invoices_voided check ((voided_by is null) = (voided_amount is null)
        and (voided_by is null or (total_amount, paid_amount) = (0, 0))),
      drop constraint enrollment_invoices_installment_stage_check,
      add constraint enrollment_invoices_installment_stage_check check (installment_stage between 1 and 12);
    drop index enrollment_invoices_stage;
    create unique index enrollment_invoices_stage
      on enrollment_invoices (enrollment_payment_scheme_id, coalesce(installment_stage::integer, 0)) where voided_by is null;

    create or replace function invoice_stays() returns trigger language plpgsql as $$
    declare
      revised boolean := exists (
        select from scheme_changes where scheme_id = new.enrollment_payment_scheme_id and at = now());
    begin
      if (new.id, new.enrollment_payment_scheme_id, new.enrollment_confirmation_id, new.registration_id,
          new.invoice_number, new.created_at)
        is distinct from
         (old.id, old.enrollment_payment_scheme_id, old.enrollment_confirmation_id, old.registration_id,
          old.invoice_number, old.created_at)
        or (old.voided_by is not null and (new.voided_by, new.voided_amount, new.due_date, new.due_moves)
          is distinct from (old.voided_by, old.voided_amount, old.due_date, old.due_moves))
        or (not revised and (
          (new.installment_stage, new.installment_name, new.total_amount, new.voided_by, new.voided_amount)
            is distinct from
          (old.installment_stage, old.installment_name, old.total_amount, old.voided_by, old.voided_amount)
          or ((new.due_date, new.due_moves) <> (old.due_date, old.due_moves) and not exists (
            select from due_date_changes where invoice_id = new.id and move = new.due_moves
              and new.due_moves = old.due_moves + 1 and due_before = old.due_date and due_after = new.due_date)))) then
        raise exception 'an issued invoice never changes' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;

    create or replace function scheme_balances() returns trigger language plpgsql as $$
    declare
      scheme enrollment_payment_schemes;
      invoices integer;
      staged integer;
      total numeric;
    begin
      select * into scheme from enrollment_payment_schemes where id = (to_jsonb(new) ->> tg_argv[0])::uuid;
      select count(*), count(installment_stage), coalesce(sum(total_amount), 0) into invoices, staged, total
        from enrollment_invoices where enrollment_payment_scheme_id = scheme.id and voided_by is null;
      if total <> (case when scheme.voided_at is null then scheme.final_education_fee else 0 end)
        or (invoices = 0) <> (scheme.voided_at is not null)
        or (scheme.version = 1 and
          (invoices, staged) <> (case scheme.payment_scheme when 'full' then 1 else 4 end,
                                 case scheme.payment_scheme when 'full' then 0 else 4 end)) then
        raise exception 'the invoices of scheme % do not make up its fee', scheme.id using errcode = '23000';
      end if;
      return null;
    end $$;
    drop trigger enrollment_payment_schemes_balance on enrollment_payment_schemes;
    create constraint trigger enrollment_payment_schemes_balance after insert or update on enrollment_payment_schemes
      deferrable initially deferred for each row execute function scheme_balances('id');
    drop trigger enrollment_invoices_scheme on enrollment_invoices;
    create constraint trigger enrollment_invoices_scheme after insert or update of total_amount, voided_by
      on enrollment_invoices deferrable initially deferred
      for each row execute function scheme_balances('enrollment_payment_scheme_id');

    create or replace function confirmation_is_billed() returns trigger language plpgsql as $$
    begin
      if (new.payment_status = 'invoice_generated') <> exists (
          select from enrollment_payment_schemes where enrollment_confirmation_id = new.id and voided_at is null)
        or (new.status = 'completed' and exists (
          select from enrollment_invoices where enrollment_confirmation_id = new.id and paid_amount < total_amount))
      then
        raise exception 'confirmation % does not fit its invoices', new.id using errcode = '23000';
      end if;
      return null;
    end $$;

    create function confirmation_steps() returns trigger language plpgsql as $$
    begin
      if current_setting('gerbang.ending', true) = 'on'
        and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then return new; end if;
      if (new.id, new.registration_id, new.child_id, new.created_at)
          is distinct from (old.id, old.registration_id, old.child_id, old.created_at)
        or new.version <> old.version + 1
        or not (
          (old.status, new.status) in (('declined', 'submitted'), ('pending', 'processed'), ('submitted', 'processed'),
            ('pending', 'declined'), ('submitted', 'declined'), ('processed', 'completed'), ('completed', 'processed'),
            ('processed', 'submitted'))
          or (old.status = 'processed' and new.status = 'processed' and old.payment_status = 'pending')
        ) then
        raise exception 'this change of a confirmation is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    drop trigger enrollment_confirmations_move on enrollment_confirmations;
    create trigger enrollment_confirmations_move before update on enrollment_confirmations
      for each row execute function confirmation_steps();
    drop function confirmation_moves();
    alter table confirmation_events drop constraint confirmation_events_cause_check,
      add constraint confirmation_events_cause_check check (cause in ('submitted', 'processed', 'declined',
        'scheme_created', 'completed', 'payment_reversed', 'reopened', 'void', 'scheme_revised'));
  `);
}

/** Only where no scheme was changed yet. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table confirmation_events drop constraint confirmation_events_cause_check,
      add constraint confirmation_events_cause_check check (cause in ('submitted', 'processed', 'declined',
        'scheme_created', 'completed'));
    alter function confirmation_steps() rename to confirmation_moves;
    alter table enrollment_invoices drop column voided_by cascade, drop column voided_amount;
    create unique index enrollment_invoices_stage
      on enrollment_invoices (enrollment_payment_scheme_id, coalesce(installment_stage::integer, 0));
    create constraint trigger enrollment_invoices_scheme after insert on enrollment_invoices
      deferrable initially deferred for each row execute function scheme_balances('enrollment_payment_scheme_id');
    drop trigger enrollment_payment_schemes_stay on enrollment_payment_schemes;
    drop function scheme_stays();
    drop table scheme_changes;
    drop index enrollment_payment_schemes_once;
    alter table enrollment_payment_schemes drop column version, drop column voided_at,
      add constraint enrollment_payment_schemes_once unique (enrollment_confirmation_id);
  `);
}
