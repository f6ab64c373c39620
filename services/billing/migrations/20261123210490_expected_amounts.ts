import type { Knex } from 'knex';

/** Finds what another family owes near an amount, so that no exact amount equals it, and what refers to an expectation. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index payment_expectations_base on payment_expectations (base) where status in ('open', 'cooling');
    create index payment_expectations_of_user on payment_expectations (user_id);
    create index enrollment_invoices_by_rest on enrollment_invoices ((total_amount - paid_amount))
      where paid_amount < total_amount;
    create index registrations_by_fee on registrations (payment_amount)
      where not deleted and payment_status <> 'verified';
    create index bank_matches_of_expectation on bank_matches (expectation_id) where expectation_id is not null;
    create index surplus_ledger_of_expectation on surplus_ledger (expectation_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index payment_expectations_base, payment_expectations_of_user, enrollment_invoices_by_rest, registrations_by_fee,
      bank_matches_of_expectation, surplus_ledger_of_expectation;
  `);
}
