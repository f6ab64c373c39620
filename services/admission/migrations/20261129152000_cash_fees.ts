import type { Knex } from 'knex';

const constraints = (by: string, causes: string, settled: string) => `
  alter table registrations drop constraint registrations_proof, drop constraint registrations_settled,
    add constraint registrations_proof check (payment_status not in ('paid', 'verified')
      or payment_evidence_file_id is not null or num_nonnulls(${by}) > 0),
    add constraint registrations_settled check (num_nonnulls(${by}) = 0
      or payment_status = 'verified' and num_nonnulls(${by}) = 1);
  alter table registration_payment_events drop constraint registration_payment_events_cause_check,
    drop constraint registration_payment_events_settled,
    add constraint registration_payment_events_cause_check check (cause in (${causes})),
    add constraint registration_payment_events_settled check (case ${settled}
      else num_nonnulls(settled_on, settled_by_line_id, settled_by_pay_request_id) = 0 end);`;
const BY_BANK =
  "when cause = 'bank' then settled_on is not null and num_nonnulls(settled_by_line_id, settled_by_pay_request_id) = 1";

/**
 * A fee that was paid in cash at the counter names the cash that billing keeps for it in a drawer; what takes the fee back names
 * that which leaves one.
 *
 * Contracts: the checks take all that a program of the release before writes; the columns are new.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table registrations add column settled_by_cash_id uuid;
    alter table registration_payment_events add column cash_id uuid unique;
    ${constraints(
      'settled_by_line_id, settled_by_pay_request_id, settled_by_cash_id',
      "'parent', 'on_behalf', 'verification', 'bank', 'cash'",
      `${BY_BANK} when cause = 'cash' then settled_on is not null and cash_id is not null
        and num_nonnulls(settled_by_line_id, settled_by_pay_request_id) = 0`,
    )}
  `);
}

/** Only where no fee was paid in cash yet. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${constraints(
      'settled_by_line_id, settled_by_pay_request_id',
      "'parent', 'on_behalf', 'verification', 'bank'",
      BY_BANK,
    )}
    alter table registrations drop column settled_by_cash_id;
    alter table registration_payment_events drop column cash_id;
  `);
}
