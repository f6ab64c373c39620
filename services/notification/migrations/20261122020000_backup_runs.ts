import type { Knex } from 'knex';

/** When backups of the whole installation were finished: the backup writes it, the worker tells it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create table backup_runs (finished_at timestamptz primary key default now())');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table backup_runs');
}
