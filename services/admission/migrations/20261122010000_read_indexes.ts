import type { Knex } from 'knex';

/**
 * Indexes for reads that would go through whole tables. The registrations of a family are sought by its children,
 * deleted ones too, so that an index of those who are not deleted was of no use: every dashboard read all children of
 * the school. Staff look at one level, and at one level and fee.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index children_of_family on children (parent_id, created_at, id);
    drop index children_of_parent;
    create index registrations_by_level on registrations (jenjang, created_at, id) where deleted_at is null;
    create index registrations_by_level_and_payment on registrations (jenjang, payment_status, created_at, id)
      where deleted_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create index children_of_parent on children (parent_id, created_at, id) where deleted_at is null;
    drop index children_of_family, registrations_by_level, registrations_by_level_and_payment;
  `);
}
