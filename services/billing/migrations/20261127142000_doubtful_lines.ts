import type { Knex } from 'knex';

/**
 * Why a line of money that came in is never booked as certain: it may be another one in other words, or the bank took the
 * amount back or had given it back. With the line that says so.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table bank_lines add column doubt text check (doubt in ('maybe_same', 'taken_back'));
    alter table bank_lines add column doubt_line_id uuid references bank_lines (id) on delete set null deferrable initially deferred;
    create index bank_lines_by_amount_day on bank_lines (account_key, amount, booked_on);
    create index bank_lines_by_doubt on bank_lines (doubt_line_id) where doubt_line_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index bank_lines_by_amount_day;
    alter table bank_lines drop column doubt_line_id;
    alter table bank_lines drop column doubt;
  `);
}
