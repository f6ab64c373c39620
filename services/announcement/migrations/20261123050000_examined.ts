import type { Knex } from 'knex';

/**
 * Who examined each result and when, and who vouched at the submission for those that were not examined in the portal.
 * Results of a release that does not know the columns count as not examined. The copy of a registration tells namesakes
 * apart by gender and parent; a replay of the registrations completes the copies that are there.
 */
// Contracts: the columns are new, and programs of the release before leave them empty.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table announcement_results
      add column checked_at timestamptz,
      add column checked_by_id uuid,
      add column checked_by_name text,
      add column checked_by_role text,
      add constraint announcement_results_checked check ((checked_at is null) = (checked_by_id is null));
    alter table announcements
      add column examined_outside_at timestamptz,
      add column examined_outside_by_id uuid,
      add column examined_outside_by_name text,
      add column examined_outside_by_role text,
      add constraint announcements_examined_outside
        check ((examined_outside_at is null) = (examined_outside_by_id is null));
    alter table registrations add column child_gender text, add column parent_name text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table registrations drop column child_gender, drop column parent_name;
    alter table announcements drop column examined_outside_at, drop column examined_outside_by_id,
      drop column examined_outside_by_name, drop column examined_outside_by_role;
    alter table announcement_results drop column checked_at, drop column checked_by_id,
      drop column checked_by_name, drop column checked_by_role;
  `);
}
