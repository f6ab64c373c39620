import type { Ageing } from '@gerbang/contracts/billing.types';
import type { getAgeing } from '@gerbang/contracts/invoices';
import { AGEING_BUCKETS, ageingBucket } from '@gerbang/domain/invoice-ageing';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { JENJANG, type Jenjang } from '@gerbang/domain/levels';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { invoicesOfPeople } from './invoices.repository.ts';

type Query = z.output<(typeof getAgeing)['query']>;
type Sums = Pick<Ageing, 'total' | 'buckets'>;

/** What is open of one day and level. */
interface Day {
  readonly jenjang: Jenjang;
  readonly due_date: string;
  readonly invoices: number;
  readonly amount: number;
}

function sumsOf(days: readonly Day[], today: string): Sums {
  const empty = () => ({ invoices: 0, amount: 0 });
  const total = empty();
  const buckets = Object.fromEntries(AGEING_BUCKETS.map((one) => [one, empty()])) as Sums['buckets'];
  for (const { due_date, invoices, amount } of days) {
    for (const sum of [total, buckets[ageingBucket(due_date, today)]]) {
      sum.invoices += invoices;
      sum.amount += amount;
    }
  }
  return { total, buckets };
}

/**
 * What is still to be paid by how long it is overdue, altogether and a level (authorization row E21). Added up a day in the
 * one statement, so that all sums are of one moment; which bucket a day belongs to is the domain's.
 */
export async function ageingOf(
  { database, now }: Pick<Context, 'database' | 'now'>,
  { jenjang, academic_year }: Query,
): Promise<Ageing> {
  const db = database.knex;
  const today = jakartaDay(now());
  const days = (await invoicesOfPeople(db)
    .whereRaw('enrollment_invoices.paid_amount < enrollment_invoices.total_amount')
    .where(jenjang === undefined ? {} : { 'registrations.jenjang': jenjang })
    .where(academic_year === undefined ? {} : { 'registrations.academic_year': academic_year })
    .groupBy('registrations.jenjang', 'enrollment_invoices.due_date')
    .select(
      'registrations.jenjang',
      'enrollment_invoices.due_date',
      db.raw(`count(*) as invoices,
        sum(enrollment_invoices.total_amount - enrollment_invoices.paid_amount)::bigint as amount`),
    )) as Day[];
  return {
    as_of: today,
    ...sumsOf(days, today),
    levels: JENJANG.map((level) => ({
      jenjang: level,
      ...sumsOf(
        days.filter((day) => day.jenjang === level),
        today,
      ),
    })).filter((level) => level.total.invoices > 0),
  };
}
