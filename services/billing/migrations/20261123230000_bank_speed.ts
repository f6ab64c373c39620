import type { Knex } from 'knex';

const checkedMatches = (when: string) => `
  drop trigger bank_matches_within_line on bank_matches;
  create trigger bank_matches_within_line after insert or update on bank_matches
    for each row ${when} execute function line_holds_matches();`;

/** The sum of a line's bookings is checked for bookings alone: an import proposes thousands of matches. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(checkedMatches(`when (new.status = 'booked')`));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(checkedMatches(''));
}
