import type { Knex } from 'knex';

const stays = (paid: string) => `
  create or replace function refund_stays() returns trigger language plpgsql as $$
  declare
    texts text[] := '{account,reason}';
    steps text[] := '{account,reason,status,version}';
    figures text[] := '{account,reason,status,version,lines,deduct,total}';
    free text[] := case
      when old.status in ('draft', 'requested') and new.status = old.status then figures
      ${paid}
      else steps end;
  begin
    -- Sealing with another key, and the end of what people wrote, say nothing new.
    if to_jsonb(new) - texts = to_jsonb(old) - texts and new.version = old.version then
      return new;
    end if;
    if new.version <> old.version + 1
      or (old.status, new.status) not in (('draft', 'draft'), ('draft', 'requested'), ('draft', 'cancelled'),
        ('requested', 'requested'), ('requested', 'approved'), ('requested', 'declined'), ('requested', 'cancelled'),
        ('approved', 'requested'), ('approved', 'approved'), ('approved', 'paid'), ('approved', 'moved'),
        ('approved', 'cancelled'))
      or to_jsonb(new) - free is distinct from to_jsonb(old) - free then
      raise exception 'this change of a refund is not allowed' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end $$;`;

const papers = (kinds: string, target: string, number: string) => `
  alter table papers drop constraint papers_kind_check, drop constraint papers_target,
    drop constraint papers_number_kind,
    add constraint papers_kind_check check (kind in (${kinds})),
    add constraint papers_target check ((kind = 'fee_receipt') = (fee_verified_at is not null) and (kind =
      'invoice_receipt') = (payment_id is not null) and (kind = 'acceptance_letter') = (confirmation_id is not null)
      ${target}),
    add constraint papers_number_kind check (number ~ case kind
      when 'fee_receipt' then '^KP-[0-9]{4}-[0-9]{6,}$'
      when 'invoice_receipt' then '^KW-[0-9]{4}-[0-9]{6,}$'
      ${number}
      else '^SK-[0-9]{4}-[0-9]{6,}$' end);`;
const FORMER = `'fee_receipt', 'invoice_receipt', 'acceptance_letter'`;

/**
 * What was given back stands in a ledger of its own by contra entries: an invoice keeps what it was paid and owes nothing anew.
 * No line gives back more than it has verified, whichever of a reversal and a refund comes first. A paid refund has its paper.
 *
 * Contracts: the kinds of papers grew; a program of the release before writes none of the new.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table refunds
      add column paid_on date,
      add column proof_file_id uuid,
      add constraint refunds_paid check ((status = 'paid') = (paid_on is not null and proof_file_id is not null)
        and (paid_on is null) = (proof_file_id is null));
    ${stays(`when new.status = 'paid' then steps || '{paid_on,proof_file_id}'::text[]`)}

    create table refund_ledger (
      id uuid primary key,
      refund_id uuid not null references refunds (id),
      kind text not null check (kind in ('fee', 'invoice', 'unapplied')),
      target uuid not null,
      amount bigint not null check (amount < 0),
      actor_id uuid not null,
      actor_name text,
      actor_role text not null,
      at timestamptz not null default now(),
      unique (refund_id, kind, target)
    );
    comment on table refund_ledger is 'append-only';
    create index refund_ledger_of_target on refund_ledger (target, kind);
    create trigger refund_ledger_append_only before delete or update or truncate on refund_ledger
      for each statement execute function rows_are_append_only();

    create function returns_what_is_verified() returns trigger language plpgsql as $$
    declare
      one uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
    begin
      if exists (select from enrollment_invoices i where i.id = one and i.paid_amount <
          (select coalesce(-sum(amount), 0) from refund_ledger where kind = 'invoice' and target = one)) then
        raise exception 'more of invoice % is given back than it was paid', one using errcode = '23000';
      end if;
      return null;
    end $$;
    create constraint trigger enrollment_invoices_returned after update of paid_amount on enrollment_invoices
      deferrable initially deferred for each row when (new.paid_amount < old.paid_amount)
      execute function returns_what_is_verified('id');
    create constraint trigger refund_ledger_verified after insert on refund_ledger
      deferrable initially deferred for each row when (new.kind = 'invoice')
      execute function returns_what_is_verified('target');

    alter table papers add column refund_id uuid references refunds (id);
    create unique index papers_of_refund on papers (refund_id) where not jsonb_exists(facts, 'replaced');
    ${papers(`${FORMER}, 'refund'`, `and (kind = 'refund') = (refund_id is not null)`, `when 'refund' then '^PD-[0-9]{4}-[0-9]{6,}$'`)}
  `);
}

/** Only where nothing was given back yet. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${papers(FORMER, '', '')}
    alter table papers drop column refund_id;
    drop trigger enrollment_invoices_returned on enrollment_invoices;
    drop table refund_ledger;
    drop function returns_what_is_verified();
    ${stays('')}
    alter table refunds drop constraint refunds_paid, drop column paid_on, drop column proof_file_id;
  `);
}
