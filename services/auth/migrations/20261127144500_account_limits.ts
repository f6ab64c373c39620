import type { Knex } from 'knex';

const kinds = (knex: Knex, list: string) =>
  knex.raw(`alter table throttles drop constraint throttles_kind_check,
    add constraint throttles_kind_check check (kind in (${list}))`);

const BEFORE = `'address', 'identifier', 'reset_address', 'device', 'devices', 'session', 'registration', 'number_stop',
  'email_token'`;

// Contracts: the list only grew, and programs of the release before write none of the new words.
/** Changes of a number and look-ups of accounts are counted before anything is looked up. */
export async function up(knex: Knex): Promise<void> {
  await kinds(knex, `${BEFORE}, 'account_search', 'phone_change', 'phone_change_network'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex('throttles')
    .whereIn('kind', ['account_search', 'phone_change', 'phone_change_network'])
    .delete();
  await kinds(knex, BEFORE);
}
