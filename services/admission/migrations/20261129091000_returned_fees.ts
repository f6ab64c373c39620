import type { Knex } from 'knex';

/** What of a registration's fee went back to its family, and what more of it is promised to, as billing says; in rupiah. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table registrations
      add column fee_returned bigint not null default 0 check (fee_returned >= 0),
      add column fee_promised bigint not null default 0 check (fee_promised >= 0),
      add column fee_returned_version bigint not null default 0
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table registrations drop column fee_returned, drop column fee_promised, drop column fee_returned_version',
  );
}
