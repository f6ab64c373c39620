import type { Knex } from 'knex';

/**
 * Until when the turns of paced messages are given away, for all workers together. What a crash
 * of the database empties is made again by the next turn.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'create unlogged table send_pace (scope text primary key, taken_until timestamptz not null) with (fillfactor = 50)',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table send_pace');
}
