import type { Knex } from 'knex';

const proof = (free: string) => `
  alter table registrations drop constraint registrations_proof, add constraint registrations_proof check (
    payment_status not in ('paid', 'verified') or payment_evidence_file_id is not null
    or num_nonnulls(settled_by_line_id, settled_by_pay_request_id, settled_by_cash_id, settled_by_import_id) > 0${free});`;
const causes = (more: string) => `
  alter table registration_payment_events drop constraint registration_payment_events_cause_check,
    add constraint registration_payment_events_cause_check
      check (cause in ('parent', 'on_behalf', 'verification', 'bank', 'cash', 'import'${more}));`;

/**
 * Whether accepted children go on to the next class, as their families answer. A fee of nothing is verified without a proof.
 *
 * Contracts: the checks take all that a program of the release before writes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table continuations (
      id uuid primary key,
      registration_id uuid not null unique references registrations (id) on delete cascade,
      academic_year text not null,
      jenjang text not null check (jenjang in ('KB', 'TK', 'SD', 'SMP')),
      kelas text,
      deadline date not null,
      fee_percent integer not null check (fee_percent between 0 and 100),
      observation boolean not null,
      asked_at timestamptz not null,
      asked_by_id uuid not null,
      reminded_at timestamptz,
      answer text check (answer in ('yes', 'no')),
      answered_at timestamptz,
      made_id uuid unique references registrations (id) on delete set null,
      constraint continuations_answered check ((answer is null) = (answered_at is null))
    );
    create index continuations_unanswered on continuations (deadline) where answer is null and reminded_at is null;
    ${proof(' or payment_amount = 0')}
    ${causes(", 'waived'")}
  `);
}

/** Only where no fee was waived yet. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`${causes('')} ${proof('')} drop table continuations`);
}
