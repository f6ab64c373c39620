import type { Knex } from 'knex';

/** When a version whose waiting time was over was first kept from starting, so that its people are told once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table school_versions add column start_blocked_at timestamptz');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table school_versions drop column start_blocked_at');
}
