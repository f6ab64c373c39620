import type { getArrearsReport, ArrearsReport } from '@gerbang/contracts/reports';
import { AGEING_BUCKETS, type AgeingBucket } from '@gerbang/domain/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { JENJANG, type Jenjang } from '@gerbang/domain/levels';
import type { ArrearsStep } from '@gerbang/domain/reports';
import { badRequest } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { arrearsCells, cellBit, type LateInvoice, lateInvoices } from './arrears.repository.ts';
import { dueMonths } from './cash-bookings.repository.ts';
import { withShares } from './cash-report.ts';

type Query = z.output<(typeof getArrearsReport)['query']>;

const PAGE = 50;
const REMINDED_MS = 7 * 86_400_000;
const PLACE = /^(\d{4}-\d{2}-\d{2}) ([0-9a-f-]{36})$/u;

/** The place in the list that a cursor names; 400 for one that was not made here. */
function placeOf(cursor: string | undefined): readonly [string, string] | null {
  if (cursor === undefined) return null;
  const [, due, id] = PLACE.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (due === undefined || id === undefined) throw badRequest('Cursor tidak valid');
  return [due, id];
}

type Sums = ArrearsReport['total'];

/** The sums of these levels and ages; a family that owes in several of them is one. */
function sumOf(
  { cells, families }: Awaited<ReturnType<typeof arrearsCells>>,
  levels: readonly Jenjang[],
  buckets: readonly AgeingBucket[],
): Sums {
  const own = cells.filter(({ jenjang, bucket }) => levels.includes(jenjang) && buckets.includes(bucket));
  const wanted = levels.flatMap((level) => buckets.map((bucket) => cellBit(level, bucket)));
  const mask = wanted.reduce((all, bit) => all | bit, 0);
  return {
    amount: own.reduce((sum, { amount }) => sum + amount, 0),
    invoices: own.reduce((sum, { invoices }) => sum + invoices, 0),
    families: families.reduce((sum, one) => sum + ((one.cells & mask) === 0 ? 0 : one.families), 0),
  };
}

function sumsOf(all: Awaited<ReturnType<typeof arrearsCells>>, levels: readonly Jenjang[]) {
  return {
    total: sumOf(all, levels, AGEING_BUCKETS),
    buckets: Object.fromEntries(
      AGEING_BUCKETS.map((bucket) => [bucket, sumOf(all, levels, [bucket])]),
    ) as ArrearsReport['buckets'],
  };
}

function nextStep({ waiting, rejected, last_reminder_at }: LateInvoice, now: Date): ArrearsStep {
  if (waiting) return 'verify';
  if (rejected) return 'rejected';
  const reminded = last_reminder_at !== null && now.getTime() - last_reminder_at.getTime() < REMINDED_MS;
  return reminded ? 'reminded' : 'remind';
}

/** What is owed by age and level, what was collected by month, and a page of the late invoices. */
export async function arrearsReport(
  { database, now }: Pick<Context, 'database' | 'now'>,
  { limit = PAGE, cursor, ...query }: Query,
): Promise<ArrearsReport> {
  const db = database.knex;
  const moment = now();
  const today = jakartaDay(moment);
  const [cells, months, late] = await Promise.all([
    arrearsCells(db, query, today),
    dueMonths(db, query),
    lateInvoices(db, query, { today, limit: limit + 1, after: placeOf(cursor) }),
  ]);
  const shown = late.slice(0, limit);
  const last = late.length > limit ? shown.at(-1) : undefined;
  return {
    as_of: today,
    from: query.from ?? null,
    to: query.to ?? null,
    ...sumsOf(cells, JENJANG),
    levels: JENJANG.map((jenjang) => ({ jenjang, ...sumsOf(cells, [jenjang]) })).filter(
      ({ total }) => total.invoices > 0,
    ),
    months: withShares(months),
    list: shown.map((row) => {
      const { waiting: _waiting, rejected: _rejected, last_reminder_at, ...invoice } = row;
      return {
        ...invoice,
        last_reminder_at: last_reminder_at?.toISOString() ?? null,
        next_step: nextStep(row, moment),
      };
    }),
    next_cursor: last ? Buffer.from(`${last.due_date} ${last.invoice_id}`).toString('base64url') : null,
  };
}
