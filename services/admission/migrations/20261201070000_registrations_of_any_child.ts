import type { Knex } from 'knex';

/**
 * A family's results belong to deleted registrations, too, and each of its dashboards looked for them in all registrations of the
 * school.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index registrations_of_child;
    create index registrations_of_child on registrations (child_id, created_at, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index registrations_of_child;
    create index registrations_of_child on registrations (child_id, created_at, id) where deleted_at is null;
  `);
}
