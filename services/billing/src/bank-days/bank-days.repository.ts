import type { DayFigures } from '@gerbang/domain/bank-days';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';

export type ClosingRecord = Tables['bank_day_closings'];

/** A day of an account, `YYYY-MM-DD`. */
export interface BankDay {
  readonly account_key: string;
  readonly day: string;
}
/** The figures of a day, with what its outgoing lines gave back to families. */
export type DayRecord = BankDay & DayFigures & { readonly returned: number };

/** Lets one import or closing of an account happen at a time, so that lines of overlapping files are counted once. */
export async function lockAccount(trx: Knex.Transaction, accountKey: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`bank_statements:${accountKey}`]);
}

/** SQL of the figures of each account's days; `scope` chooses among the lines. */
export const dayFigures = (scope: string): string => `
  with lines as (
    select id, account_key, booked_on as day, amount, status from bank_lines where direction = 'in' and ${scope}
  ), parts (account_key, day, part, amount) as (
    select account_key, day,
      case when status in ('booked', 'settlement', 'ignored') then status else 'unknown' end, amount
    from lines
    union all select l.account_key, l.day, 'match', m.amount
    from lines l join bank_matches m on m.line_id = l.id and m.status = 'booked'
    union all select l.account_key, l.day, 'surplus', s.amount
    from lines l join surplus_ledger s on s.line_id = l.id
    union all select l.account_key, l.day, case u.status when 'open' then 'open' else 'closed' end, u.amount
    from lines l join unapplied_receipts u on u.line_id = l.id and u.status <> 'released'
    union all select account_key, booked_on, 'returned', amount
    from bank_lines where direction = 'out' and status = 'booked' and ${scope}
  )
  select account_key, day,
    ${sums({
      in_total: `'booked', 'settlement', 'ignored', 'unknown'`,
      booked: `'match'`,
      surplus: `'surplus'`,
      settlement: `'settlement'`,
      ignored: `'ignored'`,
      unapplied: `'open', 'closed'`,
      unknown: `'unknown'`,
      returned: `'returned'`,
    })},
    count(*) filter (where part = 'unknown')::int as unknown_lines,
    count(*) filter (where part = 'open')::int as open_receipts
  from parts group by account_key, day`;

function sums(parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts)
    .map(([name, of]) => `coalesce(sum(amount) filter (where part in (${of})), 0)::bigint as ${name}`)
    .join(',\n    ');
}

/** The days of a month (`YYYY-MM`) on which money came in or went back, the newest first. */
export async function daysOfMonth(db: Db, month: string): Promise<DayRecord[]> {
  const { rows } = await db.raw(
    `${dayFigures(`booked_on >= :first and booked_on < :first::date + interval '1 month'`)}
     order by day desc, account_key`,
    { first: `${month}-01` },
  );
  return rows as DayRecord[];
}

/** The figures of one day; undefined where none came in or went back. */
export async function figuresOfDay(db: Db, { account_key, day }: BankDay): Promise<DayRecord | undefined> {
  const { rows } = await db.raw(dayFigures('account_key = :account_key and booked_on = :day'), {
    account_key,
    day,
  });
  return (rows as DayRecord[])[0];
}

/** The closed days of a month. */
export async function closingsOfMonth(db: Db, month: string): Promise<ClosingRecord[]> {
  const first = `${month}-01`;
  return db('bank_day_closings')
    .where('day', '>=', first)
    .whereRaw(`day < ?::date + interval '1 month'`, [first])
    .select<ClosingRecord[]>('*');
}

/** How the day was closed; undefined while it is open. */
export async function findClosing(db: Db, { account_key, day }: BankDay): Promise<ClosingRecord | undefined> {
  return db('bank_day_closings').where({ account_key, day }).first<ClosingRecord | undefined>();
}

/**
 * Locks the lines of a day in the order of their ids, so that none of them is booked, restored or refused before the day is
 * closed. New lines are kept out by the lock of the account.
 */
export async function lockDay(trx: Knex.Transaction, { account_key, day }: BankDay): Promise<void> {
  // A refund locks the line that paid it before the lines whose money it gives back.
  for (const direction of ['out', 'in']) {
    await trx('bank_lines')
      .where({ account_key, booked_on: day, direction })
      .orderBy('id')
      .forShare()
      .select('id');
  }
}

export type NewClosing = Omit<ClosingRecord, 'at' | 'totals'> & { readonly totals: string };

export async function insertClosing(trx: Knex.Transaction, closing: NewClosing): Promise<ClosingRecord> {
  const [row] = await trx('bank_day_closings').insert(closing).returning<ClosingRecord[]>('*');
  if (!row) throw new Error('A closing was not written');
  return row;
}

/** Deletes the closings of these days of an account; returns those that were there, by day. */
export async function deleteClosings(
  trx: Knex.Transaction,
  accountKey: string,
  days: readonly string[],
): Promise<ClosingRecord[]> {
  const rows = await trx('bank_day_closings')
    .where({ account_key: accountKey })
    .whereIn('day', days)
    .delete()
    .returning<ClosingRecord[]>('*');
  return rows.toSorted((one, two) => one.day.localeCompare(two.day));
}
