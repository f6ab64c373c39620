import type { Knex } from 'knex';

/** What a verified registration fee is asked for once more after its level or year was corrected, and what of that was paid. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table registrations
      add column fee_asked bigint check (fee_asked > 0),
      add column fee_asked_at timestamptz,
      add column fee_extra bigint not null default 0 check (fee_extra >= 0);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table registrations drop column fee_asked, drop column fee_asked_at, drop column fee_extra',
  );
}
