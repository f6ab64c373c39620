import type { Knex } from 'knex';

const stays = (changeable: string): string => `
  create or replace function paper_stays() returns trigger language plpgsql as $$
  begin
    if (to_jsonb(new) - '{facts,revoked_at,reason,looks,version}'::text[])
        is distinct from (to_jsonb(old) - '{facts,revoked_at,reason,looks,version}'::text[])
      or (new.facts - '{${changeable}}'::text[]) is distinct from (old.facts - '{${changeable}}'::text[])
      or (jsonb_exists(old.facts, 'replaced') and not jsonb_exists(new.facts, 'replaced'))
      or new.looks < old.looks
      or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
      or new.version <> old.version + (new.revoked_at is distinct from old.revoked_at)::integer then
      raise exception 'this change of a paper is not allowed' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end $$;`;

/**
 * A paper whose printed values were corrected is revoked, and one with the same number and another code takes its place. Of the
 * rows of a number, a payment, a confirmation or a verification at most one was not replaced.
 *
 * Contracts: those four were unique over all rows; nothing is replaced before this release writes it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table registrations add column corrections integer not null default 0;
    alter table papers
      drop constraint papers_number_key,
      drop constraint papers_payment_id_key,
      drop constraint papers_confirmation_id_key,
      add constraint papers_replaced check (revoked_at is not null or not jsonb_exists(facts, 'replaced'));
    drop index papers_of_fee;
    create unique index papers_of_number on papers (number) where not jsonb_exists(facts, 'replaced');
    create unique index papers_of_payment on papers (payment_id) where not jsonb_exists(facts, 'replaced');
    create unique index papers_of_confirmation on papers (confirmation_id)
      where not jsonb_exists(facts, 'replaced');
    create unique index papers_of_fee on papers (registration_id, fee_verified_at)
      where kind = 'fee_receipt' and not jsonb_exists(facts, 'replaced');
    ${stays('initials,replaced')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index papers_of_number;
    drop index papers_of_payment;
    drop index papers_of_confirmation;
    drop index papers_of_fee;
    alter table papers
      drop constraint papers_replaced,
      add constraint papers_number_key unique (number),
      add constraint papers_payment_id_key unique (payment_id),
      add constraint papers_confirmation_id_key unique (confirmation_id);
    create unique index papers_of_fee on papers (registration_id, fee_verified_at) where kind = 'fee_receipt';
    alter table registrations drop column corrections;
    ${stays('initials')}
  `);
}
