import type { Knex } from 'knex';

/** Finds the messages of one announcement by the beginning of their key. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index notifications_of_announcement on notifications (dedupe_key text_pattern_ops)
      where kind = 'result_published'
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index notifications_of_announcement');
}
