import type { getCashReport, CashReport } from '@gerbang/contracts/reports';
import type { DrawerState } from '@gerbang/domain/drawers';
import { REFUND_CAUSES, type RefundCause } from '@gerbang/domain/refunds';
import { HAND_METHODS } from '@gerbang/domain/invoice-payments';
import {
  addDays,
  CASH_SOURCES,
  columnsOf,
  grainOf,
  startOf,
  REPORTED_METHODS,
  type ReportedMethod,
} from '@gerbang/domain/reports';
import { reportDays } from '@gerbang/service-kit/http/report-span';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import {
  type BookedDay,
  bookedDays,
  type DrawerSum,
  type DueMonth,
  dueMonths,
  drawerSums,
  type ReturnedSum,
  returnedSums,
  type SpanQuery,
  usesStatements,
} from './cash-bookings.repository.ts';

/** How far beyond the span money that is still expected is looked for. */
const AHEAD_DAYS = 183;

function sumsOf(days: readonly Pick<BookedDay, 'amount' | 'count'>[]): { amount: number; count: number } {
  return days.reduce(
    (sum, { amount, count }) => ({ amount: sum.amount + amount, count: sum.count + count }),
    { amount: 0, count: 0 },
  );
}

/** The months with what of each is collected, in percent with one decimal. */
export function withShares(months: readonly DueMonth[]): CashReport['months'] {
  return months.map((month) => ({
    ...month,
    share: month.due > 0 ? Math.round((month.collected / month.due) * 1000) / 10 : null,
  }));
}

function columnsOfDays(
  days: readonly BookedDay[],
  { from, to }: SpanQuery,
  methods: readonly ReportedMethod[],
): CashReport['columns'] {
  const grain = grainOf(from, to);
  const by = Map.groupBy(days, ({ day }) => startOf(grain, day));
  return columnsOf(grain, from, to).map((start) => {
    const own = by.get(start) ?? [];
    const amounts = <K extends string>(keys: readonly K[], of: (day: BookedDay) => K) =>
      Object.fromEntries(
        keys.map((key) => [key, sumsOf(own.filter((day) => of(day) === key)).amount]),
      ) as Record<K, number>;
    return {
      start,
      ...sumsOf(own),
      sources: amounts(CASH_SOURCES, ({ source }) => source),
      methods: amounts(methods, ({ method }) => method),
    };
  });
}

/** What went back by cause; causes without a refund are left out. */
function refundsOf(sums: readonly ReturnedSum[]): NonNullable<CashReport['refunds']> {
  const verified = sums.filter(({ unapplied }) => !unapplied);
  return {
    ...sumsOf(verified),
    causes: (Object.keys(REFUND_CAUSES) as RefundCause[]).flatMap((cause) =>
      verified.filter((sum) => sum.cause === cause).map(({ amount, count }) => ({ cause, amount, count })),
    ),
    unapplied: sumsOf(sums.filter(({ unapplied }) => unapplied)),
  };
}

const toDrawerSum = ({ person_id: id, person_name: name, state, ...sum }: DrawerSum) => ({
  ...sum,
  person: { id, name },
  state: state as DrawerState,
});

/** What came in within the span, by source and method; the sums are those of the books to the rupiah. */
export async function cashReport(
  { database, school, now }: Pick<Context, 'database' | 'school' | 'now'>,
  { academic_year, jenjang, from, to, by = 'verified' }: z.output<(typeof getCashReport)['query']>,
): Promise<CashReport> {
  const span: SpanQuery = { academic_year, jenjang, ...reportDays({ academic_year, from, to }, now()) };
  const withDrawers = school.settings.cash_drawers === true;
  const [days, drawers, returned, months, statements] = await Promise.all([
    bookedDays(database.knex, span, by, withDrawers),
    withDrawers ? drawerSums(database.knex, span, by) : [],
    returnedSums(database.knex, span, by),
    dueMonths(database.knex, {
      academic_year,
      jenjang,
      from: startOf('month', span.from),
      to: addDays(span.to, AHEAD_DAYS),
    }),
    usesStatements(database.knex),
  ]);
  const booked = new Set(days.map(({ method }) => method));
  // A school that uploads no statement, or has no provider, has no such method.
  const always = new Set<string>([...HAND_METHODS, ...(statements ? ['bank_line'] : [])]);
  const used = REPORTED_METHODS.filter((method) => always.has(method) || booked.has(method));
  const total = sumsOf(days);
  const refunds = refundsOf(returned);
  return {
    from: span.from,
    to: span.to,
    by,
    grain: grainOf(span.from, span.to),
    total: { ...total, average: total.count > 0 ? Math.round(total.amount / total.count) : 0 },
    refunds,
    net: total.amount - refunds.amount,
    sources: CASH_SOURCES.map((source) => ({
      source,
      ...sumsOf(days.filter((day) => day.source === source)),
    })),
    methods: used.map((method) => ({
      method,
      ...sumsOf(days.filter((day) => day.method === method)),
    })),
    columns: columnsOfDays(days, span, [...new Set<ReportedMethod>([...HAND_METHODS, 'bank_line', ...used])]),
    ...(withDrawers && { drawers: drawers.map(toDrawerSum) }),
    months: withShares(months),
  };
}
