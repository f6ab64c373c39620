import type { Knex } from 'knex';

/**
 * The account's balance after each line, in sen: with day, direction and amount it tells a line apart from every other one, even
 * after the bank has reworded its text. Lines of before get theirs with the next file that holds them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table bank_lines add column balance bigint;
    create index bank_lines_by_balance on bank_lines (account_key, booked_on, direction, amount, balance)
      where balance is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table bank_lines drop column balance');
}
