import type { Jenjang } from '@gerbang/domain/levels';
import type { RefundCause } from '@gerbang/domain/refunds';
import type { CashDay, CashSource, ReportedMethod } from '@gerbang/domain/reports';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/** Which bookings a report adds up; days are `YYYY-MM-DD`, both ends counted. */
export interface SpanQuery {
  readonly academic_year?: string | undefined;
  readonly jenjang?: Jenjang | undefined;
  readonly from: string;
  readonly to: string;
}

/** The sum of a day's bookings of one kind, in rupiah. */
export interface BookedDay {
  readonly day: string;
  readonly source: CashSource;
  readonly method: ReportedMethod;
  readonly amount: number;
  readonly count: number;
}

const COLUMN: Readonly<Record<CashDay, string>> = { verified: 'booked_on', paid: 'paid_on' };

/** What came in by day, source and method; a booking that takes back counts as one less. `apart`: cash of no drawer is a method of its own. */
export function bookedDays(
  db: Db,
  { academic_year, jenjang, from, to }: SpanQuery,
  by: CashDay,
  apart: boolean,
) {
  const column = COLUMN[by];
  const method = apart
    ? `case when method = 'cash' and drawer_id is null then 'cash_apart' else method end`
    : 'method';
  return db('cash_bookings')
    .whereBetween(column, [from, to])
    .where(academic_year === undefined ? {} : { academic_year })
    .where(jenjang === undefined ? {} : { jenjang })
    .groupByRaw(`${column}, source, ${method}`)
    .select<BookedDay[]>(
      `${column} as day`,
      'source',
      db.raw(`${method} as method`),
      db.raw('sum(amount)::bigint as amount, sum(sign(amount))::bigint as count'),
    );
}

/** What fell into a drawer within the span, in rupiah; `difference` is that of the whole drawer, null while it is open. */
export type DrawerSum = Pick<Tables['drawers'], 'id' | 'person_id' | 'person_name' | 'day' | 'state'> & {
  readonly amount: number;
  readonly count: number;
  readonly difference: number | null;
};

/** Cash by drawer, the first opened first. */
export async function drawerSums(
  db: Db,
  { academic_year, jenjang, from, to }: SpanQuery,
  by: CashDay,
): Promise<DrawerSum[]> {
  const { rows } = await db.raw(
    `select d.id, d.person_id, d.person_name, d.day, d.state, d.counted - d.expected as difference, c.amount, c.count
     from (select drawer_id, sum(amount)::bigint as amount, sum(sign(amount))::int as count from cash_bookings
       where drawer_id is not null and ${COLUMN[by]} between :from and :to
         and (:academic_year::text is null or academic_year = :academic_year)
         and (:jenjang::text is null or jenjang = :jenjang)
       group by drawer_id) c
     join drawers d on d.id = c.drawer_id order by d.opened_at`,
    { academic_year: academic_year ?? null, jenjang: jenjang ?? null, from, to },
  );
  return rows as DrawerSum[];
}

/** What went back to families for one cause, in rupiah; money that had paid nothing was never counted as having come in. */
export interface ReturnedSum {
  readonly cause: RefundCause;
  readonly unapplied: boolean;
  readonly amount: number;
  readonly count: number;
}

const RETURNED_ON: Readonly<Record<CashDay, string>> = {
  verified: `l.at >= :from::date::timestamp at time zone 'Asia/Jakarta'
    and l.at < (:to::date + 1)::timestamp at time zone 'Asia/Jakarta'`,
  paid: 'r.paid_on between :from and :to',
};

/** What went back within the span, by the day of its booking or of its transfer. */
export async function returnedSums(
  db: Db,
  { academic_year, jenjang, from, to }: SpanQuery,
  by: CashDay,
): Promise<ReturnedSum[]> {
  const { rows } = await db.raw(
    `select r.cause, l.kind = 'unapplied' as unapplied, -sum(l.amount)::bigint as amount,
       count(distinct r.id)::int as count
     from refund_ledger l join refunds r on r.id = l.refund_id join registrations g on g.id = r.registration_id
     where ${RETURNED_ON[by]} and (:academic_year::text is null or g.academic_year = :academic_year)
       and (:jenjang::text is null or g.jenjang = :jenjang)
     group by 1, 2`,
    { academic_year: academic_year ?? null, jenjang: jenjang ?? null, from, to },
  );
  return rows as ReturnedSum[];
}

/** Whether the school has ever booked by statements of its bank. */
export async function usesStatements(db: Db): Promise<boolean> {
  return Boolean(await db('bank_statements').first('id'));
}

/** What was due in a month and what of it is verified, in rupiah. */
export interface DueMonth {
  readonly month: string;
  readonly due: number;
  readonly collected: number;
}

/** Invoices by the month in which they are due. */
export async function dueMonths(
  db: Db,
  { academic_year, jenjang, from, to }: Partial<SpanQuery>,
): Promise<DueMonth[]> {
  const rows = db('invoice_dues');
  if (from !== undefined) void rows.where('due_date', '>=', from);
  if (to !== undefined) void rows.where('due_date', '<=', to);
  if (academic_year !== undefined) void rows.where({ academic_year });
  if (jenjang !== undefined) void rows.where({ jenjang });
  return rows
    .groupBy('month')
    .orderBy('month')
    .select<DueMonth[]>(
      // Integers: to cut a date off as a time costs as much as the sums.
      db.raw(`due_date - extract(day from due_date)::integer + 1 as month, sum(total_amount)::bigint as due,
        sum(paid_amount)::bigint as collected`),
    );
}
