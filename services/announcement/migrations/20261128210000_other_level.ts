import type { Knex } from 'knex';

const reasons = (names: string) => `
  alter table announcement_results drop constraint announcement_results_skip_reason_check;
  alter table announcement_results add constraint announcement_results_skip_reason_check
    check (skip_reason in (${names}));
`;

/**
 * A result is skipped too where the level of its registration was corrected and the announcement is of the other one.
 *
 * Contracts: the check takes one word more than before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(reasons(`'stage', 'fee', 'deleted', 'seats', 'level'`));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(reasons(`'stage', 'fee', 'deleted', 'seats'`));
}
