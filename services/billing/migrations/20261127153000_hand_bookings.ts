import type { Knex } from 'knex';

/** What a person has booked within an hour is summed before more is booked. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index enrollment_invoice_payments_by_verifier on enrollment_invoice_payments (verified_by_id, verified_at)
      where verified_by_id is not null;
    create index bank_matches_by_decider on bank_matches (decided_by_id, decided_at)
      where kind = 'registration_fee' and status = 'booked';
    create index unapplied_receipts_by_decider on unapplied_receipts (decided_by_id, decided_at)
      where assigned_registration_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index enrollment_invoice_payments_by_verifier, bank_matches_by_decider, unapplied_receipts_by_decider;
  `);
}
