import type { Knex } from 'knex';

const BEFORE = `'open', 'dismissed', 'confirmed'`;

const statuses = (knex: Knex, list: string) =>
  knex.raw(`
    alter table alerted_proofs drop constraint alerted_proofs_status_check,
      add constraint alerted_proofs_status_check check (status in (${list}));
  `);

// Contracts: the list only grew, and programs of the release before write none of the new words.
/** The proof of a registration fee, by which money of the bank is held while it is like another one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table registrations add column payment_proof_id uuid');
  await statuses(knex, `${BEFORE}, 'paid_by_bank'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table registrations drop column payment_proof_id');
  await knex('alerted_proofs').where({ status: 'paid_by_bank' }).update({ status: 'confirmed' });
  await statuses(knex, BEFORE);
}
