import type { summarizeInvoices } from '@gerbang/contracts/invoices';
import type { InvoiceStatus } from '@gerbang/domain/invoices';
import { textSearch } from '@gerbang/service-kit/data/text-search';
import { containing } from '@gerbang/service-kit/data/search';
import type { Knex } from 'knex';
import type { z } from 'zod';

export type InvoiceFilters = z.output<(typeof summarizeInvoices)['query']>;

const PAID =
  'not enrollment_invoices.waiting and enrollment_invoices.paid_amount >= enrollment_invoices.total_amount';
const PAYABLE =
  'not enrollment_invoices.waiting and enrollment_invoices.paid_amount < enrollment_invoices.total_amount';
const ON_TIME = `${PAYABLE} and not enrollment_invoices.rejected and enrollment_invoices.due_date >= :today`;

/**
 * The domain's `invoiceState` as conditions, so that the database can filter by it; a test holds the two against each
 * other.
 */
const CONDITIONS: Readonly<Record<InvoiceStatus, string>> = {
  awaiting_verification: 'enrollment_invoices.waiting',
  verified: PAID,
  payment_rejected: `${PAYABLE} and enrollment_invoices.rejected`,
  overdue: `${PAYABLE} and not enrollment_invoices.rejected and enrollment_invoices.due_date < :today`,
  partially_paid: `${ON_TIME} and enrollment_invoices.paid_amount > 0`,
  pending: `${ON_TIME} and enrollment_invoices.paid_amount = 0`,
};

/** What an invoice shows, in SQL, for counting by it. */
export const STATUS_SQL = `case ${Object.entries(CONDITIONS)
  .map(([status, condition]) => `when ${condition} then '${status}'`)
  .join(' ')} end`;

/** Leaves the invoices that show this status today. */
export function withStatus(
  rows: Knex.QueryBuilder,
  status: InvoiceStatus | undefined,
  today: string,
): Knex.QueryBuilder {
  return status === undefined ? rows : rows.whereRaw(`(${CONDITIONS[status]})`, { today });
}

/** Leaves the invoices that staff's filters ask for, those by status left to the caller. */
export function matching(rows: Knex.QueryBuilder, filters: InvoiceFilters): Knex.QueryBuilder {
  const { search, jenjang, academic_year, due_from, due_until } = filters;
  if (jenjang !== undefined) void rows.where('registrations.jenjang', jenjang);
  if (academic_year !== undefined) void rows.where('registrations.academic_year', academic_year);
  if (due_from !== undefined) void rows.where('enrollment_invoices.due_date', '>=', due_from);
  if (due_until !== undefined) void rows.where('enrollment_invoices.due_date', '<=', due_until);
  const people = textSearch(search, 'registrations.search_text');
  if (people === null) return rows;
  return rows.andWhere((any) => {
    people(any);
    void any.orWhereILike('enrollment_invoices.invoice_number', String(containing(search)));
  });
}
