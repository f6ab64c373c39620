import type { Knex } from 'knex';

const history = (same: (left: string, right: string) => string) => `
  create or replace function payment_has_history() returns trigger language plpgsql as $$
  begin
    if not exists (
      select from invoice_payment_events
      where payment_id = new.id and version = new.version and to_status = new.verification_status
        and amount = new.amount_paid and ${same('file_id', 'new.payment_evidence_file_id')}
    ) then
      raise exception 'payment % has no history of its version', new.id using errcode = '23000';
    end if;
    return null;
  end $$;`;

/**
 * Cash that staff take at the counter has no slip: its receipt is the proof. A program of the release before shows a link
 * that leads nowhere for such a payment.
 * Contracts: those programs write a file with every payment.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table enrollment_invoice_payments
      alter column payment_evidence_file_id drop not null,
      add constraint enrollment_invoice_payments_proof
        check (payment_evidence_file_id is not null or payment_method = 'cash');
    alter table invoice_payment_events alter column file_id drop not null;
    ${history((left, right) => `${left} is not distinct from ${right}`)}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${history((left, right) => `${left} = ${right}`)}
    alter table invoice_payment_events alter column file_id set not null;
    alter table enrollment_invoice_payments
      drop constraint enrollment_invoice_payments_proof,
      alter column payment_evidence_file_id set not null;
  `);
}
