import type { Knex } from 'knex';

/**
 * A family's results belong to deleted registrations, too, and each of its dashboards looked for them in all registrations of the
 * school. The other columns are what the documents that wait are counted by.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index registrations_of_child;
    create index registrations_of_child on registrations (child_id, created_at, id)
      include (current_stage, jenjang, kelas, academic_year, deleted_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index registrations_of_child;
    create index registrations_of_child on registrations (child_id, created_at, id) where deleted_at is null;
  `);
}
