import type { Knex } from 'knex';

/**
 * An exact amount for several registration fees of a family, with what it asks for each. A family has one open at an account.
 * Contracts: the list of kinds grew; a program of the release before writes none of the new, and finds no bill of it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_expectations
      drop constraint payment_expectations_kind_check,
      add constraint payment_expectations_kind_check
        check (kind in ('registration_fee', 'invoice', 'registration_fees'));
    create unique index payment_expectations_together on payment_expectations (user_id, account_key)
      where status = 'open' and kind = 'registration_fees';
    create table payment_expectation_fees (
      expectation_id uuid not null references payment_expectations (id) on delete cascade,
      registration_id uuid not null references registrations (id),
      -- In rupiah; those of an expectation are its base.
      amount bigint not null check (amount > 0),
      primary key (expectation_id, registration_id)
    );
    create index payment_expectation_fees_of_registration on payment_expectation_fees (registration_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table payment_expectation_fees;
    drop index payment_expectations_together;
    delete from payment_expectations where kind = 'registration_fees';
    alter table payment_expectations
      drop constraint payment_expectations_kind_check,
      add constraint payment_expectations_kind_check check (kind in ('registration_fee', 'invoice'));
  `);
}
