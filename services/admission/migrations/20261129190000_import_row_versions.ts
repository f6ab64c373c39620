import type { Knex } from 'knex';

/**
 * Each change of a row of a list makes its next version: of two people who mend one row at once the later one is told.
 *
 * Contracts: the column has a default, and a program of the release before leaves it as it is.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table import_rows add column version integer not null default 1 check (version > 0)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table import_rows drop column version');
}
