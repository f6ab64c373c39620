import type { Knex } from 'knex';

/** Whether an account has proved its number; null where its event is from before proofs, and then nothing is asked. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table accounts add column phone_verified boolean');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table accounts drop column phone_verified');
}
