import type { Knex } from 'knex';

/**
 * How many lines of money that came in each account has in each status, and their sum, as differences that are added up now
 * and then: writers never wait for each other, and lists and their counters cost the same however many lines there are.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table bank_line_counts (
      account_key text not null,
      status text not null,
      lines bigint not null,
      amount bigint not null
    );
    insert into bank_line_counts
      select account_key, status, count(*), sum(amount) from bank_lines where direction = 'in' group by 1, 2;

    create function count_bank_lines() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into bank_line_counts
          select account_key, status, count(*), sum(amount) from new_rows where direction = 'in' group by 1, 2;
      elsif tg_op = 'UPDATE' then
        insert into bank_line_counts
          select account_key, status, sum(n), sum(n * amount) from (
            select account_key, status, amount, 1 as n from new_rows where direction = 'in'
            union all
            select account_key, status, amount, -1 from old_rows where direction = 'in'
          ) as moved group by 1, 2 having sum(n) <> 0 or sum(n * amount) <> 0;
      else
        insert into bank_line_counts
          select account_key, status, -count(*), -sum(amount) from old_rows where direction = 'in' group by 1, 2;
      end if;
      return null;
    end $$;
    create trigger bank_lines_counted_insert after insert on bank_lines
      referencing new table as new_rows for each statement execute function count_bank_lines();
    create trigger bank_lines_counted_update after update on bank_lines
      referencing old table as old_rows new table as new_rows
      for each statement execute function count_bank_lines();
    create trigger bank_lines_counted_delete after delete on bank_lines
      referencing old table as old_rows for each statement execute function count_bank_lines();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger bank_lines_counted_insert on bank_lines;
    drop trigger bank_lines_counted_update on bank_lines;
    drop trigger bank_lines_counted_delete on bank_lines;
    drop function count_bank_lines();
    drop table bank_line_counts;
  `);
}
