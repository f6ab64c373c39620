import type { Knex } from 'knex';

/** Since when an account, its role, number and password are as they are, and which staff made them so. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users
      add column hands_at timestamptz not null default now(),
      add column made_by uuid[] not null default '{}',
      add column role_by uuid[] not null default '{}',
      add column number_by uuid[] not null default '{}',
      add column password_by uuid[] not null default '{}',
      add column was_admin_at timestamptz;
    update users set
      hands_at = greatest(created_at, (select max(at) from audit_events where subject_id = users.id and action in
        ('user.updated', 'password.changed', 'password.reset', 'phone.changed', 'number_request.moved'))),
      made_by = array(select actor_id from audit_events
        where subject_id = users.id and action = 'user.created' and actor_id is not null),
      role_by = array(select actor_id from audit_events
        where subject_id = users.id and action = 'user.updated' and details->'fields' @> '["role"]'
        order by at desc limit 1),
      number_by = array(select actor_id from audit_events
        where subject_id = users.id and (action = 'phone.changed' or action = 'user.updated' and details->'fields' @> '["contact_phone"]')
        order by at desc limit 1),
      password_by = array(select actor_id from audit_events
        where subject_id = users.id and (action in ('password.changed', 'password.reset')
          or action = 'user.updated' and details->'fields' @> '["password"]')
        order by at desc limit 1)
    where role <> 'wali_murid';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users drop column hands_at, drop column made_by, drop column role_by, drop column number_by,
      drop column password_by, drop column was_admin_at;
  `);
}
