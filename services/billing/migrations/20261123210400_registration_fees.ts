import type { Knex } from 'knex';

/**
 * The registration fee in the copies of registrations: what is owed, when its proof was sent, since when it is verified. An
 * amount of 0 is one that no event has told yet.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table registrations
      add column payment_amount bigint not null default 0,
      add column payment_proof_at timestamptz,
      add column payment_verified_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table registrations
      drop column payment_amount, drop column payment_proof_at, drop column payment_verified_at;
  `);
}
