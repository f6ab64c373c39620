import type { Knex } from 'knex';

/** Lists of bank lines stay quick however many lines there are, and so does a pass over those that are not decided. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index bank_lines_undecided on bank_lines (account_key, booked_on, id)
      where direction = 'in' and status in ('new', 'proposed');
    create index bank_lines_by_status on bank_lines (status, booked_on, id) where direction = 'in';
    create index bank_lines_reference on bank_lines using gin (bank_reference gin_trgm_ops) where direction = 'in';
    create index bank_matches_of_line on bank_matches (line_id);
    create index bank_matches_proposed on bank_matches (confidence, line_id) where status = 'proposed';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index bank_lines_undecided, bank_lines_by_status, bank_lines_reference, bank_matches_of_line, bank_matches_proposed;
  `);
}
