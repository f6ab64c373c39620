import type { Knex } from 'knex';

/** A family that left has one draft of what goes back by the school's rule, however often its event comes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table refunds add column withdrawal_id uuid unique');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table refunds drop column withdrawal_id');
}
