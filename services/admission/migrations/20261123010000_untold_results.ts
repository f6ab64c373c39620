import type { Knex } from 'knex';

/** Whether a family has a result whose text is not here, apart from those that may be published at any moment. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table family_dashboards add column untold boolean');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table family_dashboards drop column untold');
}
