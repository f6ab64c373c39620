import { PAPER_KINDS } from '@gerbang/domain/papers';
import { refuseChanges } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/**
 * Papers with a code by which whoever holds one can check it. A receipt of the registration fee belongs to one verification of it, so a
 * fee that is undone and verified again has two. Fees that were verified before `paper_start` get theirs from a job, the others
 * with the event that tells of the verification.
 * Contracts: the list of kinds of numbers grew.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table document_counters drop constraint document_counters_kind_check;
    alter table document_counters add constraint document_counters_kind_check
      check (kind in ('INV', 'KW', 'KP', 'SK'));

    create table papers (
      id uuid primary key,
      kind text not null check (kind in (${list(PAPER_KINDS)})),
      registration_id uuid not null references registrations (id),
      fee_verified_at timestamptz,
      payment_id uuid unique references enrollment_invoice_payments (id),
      -- Without a reference: a confirmation ends with its family's data, the letter's number stays used.
      confirmation_id uuid unique,
      number text not null unique,
      code text not null unique check (code ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
      -- amount, paid_on, initials, level, year, issuer: all that the public check may tell beside the number.
      facts jsonb not null,
      -- The Jakarta day that stands on the paper.
      issued_on date not null,
      revoked_at timestamptz,
      reason text check (length(reason) between 5 and 300),
      looks integer not null default 0 check (looks >= 0),
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      constraint papers_target check (
        (kind = 'fee_receipt') = (fee_verified_at is not null)
        and (kind = 'invoice_receipt') = (payment_id is not null)
        and (kind = 'acceptance_letter') = (confirmation_id is not null)
      ),
      constraint papers_number_kind check (number ~ case kind
        when 'fee_receipt' then '^KP-[0-9]{4}-[0-9]{6,}$'
        when 'invoice_receipt' then '^KW-[0-9]{4}-[0-9]{6,}$'
        else '^SK-[0-9]{4}-[0-9]{6,}$' end),
      constraint papers_amount check (
        case kind when 'acceptance_letter' then facts -> 'amount' = 'null' else (facts ->> 'amount')::bigint > 0 end
      ),
      constraint papers_revoked check ((revoked_at is null) = (reason is null)),
      constraint papers_payment_stays check (kind <> 'invoice_receipt' or revoked_at is null)
    );
    create unique index papers_of_fee on papers (registration_id, fee_verified_at) where kind = 'fee_receipt';
    create unique index papers_of_fee_now on papers (registration_id)
      where kind = 'fee_receipt' and revoked_at is null;
    create index papers_of_registration on papers (registration_id);
    create index papers_newest on papers (issued_on, id);

    create function paper_stays() returns trigger language plpgsql as $$
    begin
      if (to_jsonb(new) - '{facts,revoked_at,reason,looks,version}'::text[])
          is distinct from (to_jsonb(old) - '{facts,revoked_at,reason,looks,version}'::text[])
        or (new.facts - 'initials') is distinct from (old.facts - 'initials')
        or new.looks < old.looks
        or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
        or new.version <> old.version + (new.revoked_at is distinct from old.revoked_at)::integer then
        raise exception 'this change of a paper is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger papers_stay before update on papers for each row execute function paper_stays();
    create trigger papers_kept before delete or truncate on papers
      for each statement execute function rows_are_kept();

    create table paper_start (started_at timestamptz primary key);
    insert into paper_start values (date_trunc('milliseconds', now()));
  `);
  await refuseChanges(knex, 'paper_start');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table paper_start, papers;
    drop function paper_stays();
    alter table document_counters disable trigger document_counters_kept;
    delete from document_counters where kind in ('KP', 'SK');
    alter table document_counters enable trigger document_counters_kept;
    alter table document_counters drop constraint document_counters_kind_check;
    alter table document_counters add constraint document_counters_kind_check check (kind in ('INV', 'KW'));
  `);
}
