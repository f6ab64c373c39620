import type { Knex } from 'knex';

/** A scheduled backup notes how often it is to run, so that the alert knows when one is late. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table backup_runs add column every_seconds integer check (every_seconds > 0)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table backup_runs drop column every_seconds');
}
