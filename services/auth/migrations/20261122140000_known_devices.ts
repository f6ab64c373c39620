import type { Knex } from 'knex';

const kinds = (knex: Knex, list: string) =>
  knex.raw(`alter table throttles drop constraint throttles_kind_check,
    add constraint throttles_kind_check check (kind in (${list}))`);

/** Known devices and sessions count apart from strangers; numbers that an account had stay for three days. */
export async function up(knex: Knex): Promise<void> {
  await kinds(knex, `'address', 'identifier', 'reset_address', 'device', 'devices', 'session'`);
  await knex.raw(`
    create index password_reset_codes_user on password_reset_codes (user_id);
    create table former_phones (
      user_id uuid not null references users (id),
      phone text not null,
      changed_at timestamptz not null default now(),
      primary key (user_id, phone)
    );
    create index former_phones_age on former_phones (changed_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table former_phones;
    drop index password_reset_codes_user;
    delete from throttles where kind in ('device', 'devices', 'session');
  `);
  await kinds(knex, `'address', 'identifier', 'reset_address'`);
}
