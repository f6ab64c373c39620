import type { getAgeing, Ageing } from '@gerbang/contracts/invoices';
import { AGEING_BUCKETS, ageingBucket } from '@gerbang/domain/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { JENJANG } from '@gerbang/domain/levels';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type OpenDay, openByDay } from './invoice-lists.repository.ts';

function sumsOf(days: readonly OpenDay[], today: string): Pick<Ageing, 'total' | 'buckets'> {
  const empty = () => ({ invoices: 0, amount: 0 });
  const total = empty();
  const buckets = Object.fromEntries(AGEING_BUCKETS.map((bucket) => [bucket, empty()])) as Ageing['buckets'];
  for (const { due_date, invoices, amount } of days) {
    for (const sum of [total, buckets[ageingBucket(due_date, today)]]) {
      sum.invoices += invoices;
      sum.amount += amount;
    }
  }
  return { total, buckets };
}

/** What is still to be paid by how long it is overdue, in total and for each level that has any. */
export async function sumAgeing(
  { database, now }: Pick<Context, 'database' | 'now'>,
  query: z.output<(typeof getAgeing)['query']>,
): Promise<Ageing> {
  const today = jakartaDay(now());
  const days = await openByDay(database.knex, query);
  return {
    as_of: today,
    ...sumsOf(days, today),
    levels: JENJANG.map((jenjang) => ({
      jenjang,
      ...sumsOf(
        days.filter((day) => day.jenjang === jenjang),
        today,
      ),
    })).filter((level) => level.total.invoices > 0),
  };
}
