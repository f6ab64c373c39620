import type { Knex } from 'knex';

const paidBy = (sources: string) => `
  alter table fee_differences drop constraint fee_differences_paid,
    add constraint fee_differences_paid check (case when paid_at is null
      then num_nonnulls(settled_on, ${sources}) = 0
      else way is not distinct from 'ask' and settled_on is not null and num_nonnulls(${sources}) = 1 end);`;
const BY_BANK = 'settled_by_line_id, settled_by_pay_request_id';

/**
 * What a corrected fee is asked for once more may be paid in cash: it names the cash that billing keeps for it in a drawer, and
 * that which leaves one where it is taken back.
 *
 * Contracts: the check takes all that a program of the release before writes; the columns are new.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table fee_differences add column settled_by_cash_id uuid unique, add column ended_cash_id uuid,
      add constraint fee_differences_ended_cash
        check (ended_cash_id is null or settled_by_cash_id is not null and ended_id is not null);
    ${paidBy(`${BY_BANK}, settled_by_cash_id`)}
  `);
}

/** Only where no difference was paid in cash yet. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${paidBy(BY_BANK)}
    alter table fee_differences drop column settled_by_cash_id, drop column ended_cash_id;
  `);
}
