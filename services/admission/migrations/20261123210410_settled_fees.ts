import { PAYMENT_CAUSES } from '@gerbang/domain/registration-payments';
import type { Knex } from 'knex';

const causes = (known: readonly string[]) => `
  alter table registration_payment_events drop constraint registration_payment_events_cause_check;
  alter table registration_payment_events add constraint registration_payment_events_cause_check
    check (cause in (${known.map((cause) => `'${cause}'`).join(', ')})) not valid;
  alter table registration_payment_events validate constraint registration_payment_events_cause_check;`;

/**
 * A registration fee that money from the bank verified, with or without a proof. What it rests on stands beside the fee
 * while it does, and stays in the history with the day on which the bank had the money.
 * Contracts: the checks allow more than before, and hold new columns that only newer programs write.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table registrations
      add column settled_by_line_id uuid,
      add column settled_by_pay_request_id uuid,
      drop constraint registrations_check2,
      add constraint registrations_proof check (
        payment_status not in ('paid', 'verified') or payment_evidence_file_id is not null
        or num_nonnulls(settled_by_line_id, settled_by_pay_request_id) > 0
      ) not valid,
      -- A program of the release before that takes such a fee back fails: it would not tell billing of the money.
      add constraint registrations_settled check (
        num_nonnulls(settled_by_line_id, settled_by_pay_request_id) = 0
        or (payment_status = 'verified' and num_nonnulls(settled_by_line_id, settled_by_pay_request_id) = 1)
      ) not valid;
    alter table registrations validate constraint registrations_proof;
    alter table registrations validate constraint registrations_settled;

    ${causes(PAYMENT_CAUSES)}
    alter table registration_payment_events
      add column settled_by_line_id uuid,
      add column settled_by_pay_request_id uuid,
      add column settled_on date,
      add constraint registration_payment_events_settled check (
        case when cause = 'bank'
          then settled_on is not null and num_nonnulls(settled_by_line_id, settled_by_pay_request_id) = 1
          else num_nonnulls(settled_on, settled_by_line_id, settled_by_pay_request_id) = 0 end
      ) not valid;
    alter table registration_payment_events validate constraint registration_payment_events_settled;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table registration_payment_events
      drop constraint registration_payment_events_settled,
      drop column settled_on, drop column settled_by_pay_request_id, drop column settled_by_line_id;
    ${causes(['parent', 'on_behalf', 'verification'])}
    alter table registrations
      drop constraint registrations_settled,
      drop constraint registrations_proof,
      drop column settled_by_pay_request_id, drop column settled_by_line_id,
      add constraint registrations_check2
        check (payment_status not in ('paid', 'verified') or payment_evidence_file_id is not null);
  `);
}
