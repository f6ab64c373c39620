import type { Knex } from 'knex';

/** How often staff corrected what papers print of a registration: its copies tell papers to be issued anew. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table registrations add column corrections integer not null default 0 check (corrections >= 0)',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table registrations drop column corrections');
}
