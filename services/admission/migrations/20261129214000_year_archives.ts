import type { Knex } from 'knex';

/**
 * How a year is archived: two words as of its closing, then family by family.
 *
 * Contracts: what is written of closings still passes; the new checks take more.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table year_closings
      add column work text not null default 'close' check (work in ('close', 'archive')),
      alter column unpaid drop not null,
      alter column accepted drop not null,
      drop constraint year_closings_step_check,
      add constraint year_closings_step_check check (step in ('unpaid', 'waitlist', 'accepted', 'families')),
      add constraint year_closings_choices check (work = 'archive' or num_nulls(unpaid, accepted) = 0);
  `);
}

/** Only where no year was archived yet. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table year_closings
      drop constraint year_closings_choices,
      drop constraint year_closings_step_check,
      add constraint year_closings_step_check check (step in ('unpaid', 'waitlist', 'accepted')),
      alter column unpaid set not null,
      alter column accepted set not null,
      drop column work;
  `);
}
