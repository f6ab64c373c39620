import type { Knex } from 'knex';

const kinds = (knex: Knex, list: string) =>
  knex.raw(`alter table throttles drop constraint throttles_kind_check,
    add constraint throttles_kind_check check (kind in (${list}))`);

const BEFORE = `'address', 'identifier', 'reset_address', 'device', 'devices', 'session'`;

/** Registrations are counted by network. */
export async function up(knex: Knex): Promise<void> {
  await kinds(knex, `${BEFORE}, 'registration'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`delete from throttles where kind = 'registration'`);
  await kinds(knex, BEFORE);
}
