import type { Knex } from 'knex';

/** Everybody who changed or submitted an announcement since it was last revised: like its creator, they may not review it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table announcements add column edited_by uuid[] not null default '{}';
    update announcements a set edited_by = array(
      select distinct e.actor_id from audit_events e
      where e.subject_id = a.id and e.actor_id is not null
        and e.action in ('announcement.updated', 'announcement.submitted')
        and e.at >= coalesce((
          select max(r.at) from audit_events r where r.subject_id = a.id and r.action = 'announcement.revised'
        ), '-infinity'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table announcements drop column edited_by');
}
