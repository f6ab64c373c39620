import type { Knex } from 'knex';

/** The copy of what everybody may know of the school: one row, which admission's events keep. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create table school (
    id boolean primary key default true check (id),
    version integer not null,
    school jsonb not null,
    received_at timestamptz not null default now()
  )`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table school');
}
