import type { Knex } from 'knex';

const paidBy = (columns: string, from: string, to: string) => `
  alter table refunds drop constraint refunds_paid,
    add constraint refunds_paid check ((status = 'paid') = (paid_on is not null)
      and num_nonnulls(${columns}) = (status = 'paid')::int);
  do $$ begin
    execute replace(pg_get_functiondef('refund_stays'::regproc), '${from}', '${to}');
  end $$;`;
const SLIP = '{paid_on,proof_file_id}';
const LINE = '{paid_on,proof_file_id,bank_line_id}';

/**
 * A refund is paid by a slip or by the bank's own line, each line by one refund. Of an outgoing line's text only that is kept
 * which approved refund it named, and by what.
 *
 * Contracts: the checks take all that a program of the release before writes; the columns are new.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table refunds add column bank_line_id uuid unique references bank_lines (id);
    ${paidBy('proof_file_id, bank_line_id', SLIP, LINE)}
    alter table bank_lines add column refund_id uuid,
      add column refund_by text check (refund_by in ('number', 'owner')),
      add constraint bank_lines_refund check ((refund_id is null) = (refund_by is null)
        and (refund_id is null or direction = 'out'));
    create index bank_lines_out on bank_lines (booked_on, id) where direction = 'out';
    create index bank_lines_out_new on bank_lines (amount, booked_on) where direction = 'out' and status = 'new';
    create index bank_lines_of_refund on bank_lines (refund_id) where refund_id is not null;
    create index refund_ledger_by_day on refund_ledger (at);
    create index refunds_by_day on refunds (paid_on) where paid_on is not null;
  `);
}

/** Only where no refund was paid by a line yet. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index refunds_by_day;
    drop index refund_ledger_by_day;
    drop index bank_lines_out;
    alter table bank_lines drop column refund_id, drop column refund_by;
    ${paidBy('proof_file_id', LINE, SLIP)}
    alter table refunds drop column bank_line_id;
  `);
}
