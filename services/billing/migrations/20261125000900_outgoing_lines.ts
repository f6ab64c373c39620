import type { Knex } from 'knex';

/** Of money that went out a line keeps day and amount: the bank's reference may name a payee, and nothing is matched with it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    update bank_lines set bank_reference = null, valued_on = null
      where direction = 'out' and num_nonnulls(bank_reference, valued_on) > 0;
  `);
}

/** What was dropped is not in the database any more. */
export async function down(): Promise<void> {}
