import type { Invoice, InvoiceSummary, StaffInvoice } from '@gerbang/contracts/billing.types';
import type { listOwnInvoices, listStaffInvoices } from '@gerbang/contracts/invoices';
import { INVOICE_STATUSES, type InvoiceStatus } from '@gerbang/domain/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { List } from '@gerbang/service-kit/http/paging';
import { containing } from '@gerbang/service-kit/data/search';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type InvoiceFilters, matching, STATUS_SQL, withStatus } from './invoice-filters.ts';
import { toInvoice, toStaffInvoice } from './invoices.view.ts';
import {
  type InvoiceRecord,
  invoicesOfPeople,
  ownInvoices,
  type StaffInvoiceRecord,
  staffInvoices,
} from './invoices.repository.ts';

type OwnQuery = z.output<(typeof listOwnInvoices)['query']>;
export type StaffQuery = z.output<(typeof listStaffInvoices)['query']>;
type Source = Pick<Context, 'database' | 'now'>;

const LIST = {
  table: 'enrollment_invoices',
  keys: {
    due_date: 'enrollment_invoices.due_date',
    created_at: 'enrollment_invoices.created_at',
    total_amount: 'enrollment_invoices.total_amount',
  },
  defaultSort: 'due_date',
};

/** The family's invoices, what is due first coming first (authorization row E12). */
export function ownList(
  { database, now }: Source,
  userId: string,
  query: OwnQuery,
): List<InvoiceRecord, Invoice> {
  const moment = now();
  return {
    ...LIST,
    rows: () => {
      const rows = withStatus(ownInvoices(database.knex, userId), query.status, jakartaDay(moment));
      const pattern = containing(query.search);
      if (pattern === null) return rows;
      return rows.andWhere((any) => {
        void any
          .whereILike('registrations.child_name', pattern)
          .orWhereILike('enrollment_invoices.invoice_number', pattern);
      });
    },
    toItems: (records) => records.map((record) => toInvoice(record, moment)),
  };
}

/** All invoices that the filters leave, what is due first coming first (authorization row E13). */
export function staffList(
  { database, now }: Source,
  query: StaffQuery,
): List<StaffInvoiceRecord, StaffInvoice> {
  const moment = now();
  return {
    ...LIST,
    rows: () => {
      const rows = withStatus(
        matching(staffInvoices(database.knex), query),
        query.status,
        jakartaDay(moment),
      );
      return query.id === undefined ? rows : rows.where('enrollment_invoices.id', query.id);
    },
    count: async () => {
      const rows = matching(invoicesOfPeople(database.knex), query);
      const [row] = (await withStatus(rows, query.status, jakartaDay(moment)).count('* as n')) as {
        n: number;
      }[];
      return row?.n ?? 0;
    },
    toItems: (records) => records.map((record) => toStaffInvoice(record, moment)),
  };
}

/** Counts and sums under these filters, all of one moment (reliability I16); each status as if it were the chosen one. */
export async function summarize({ database, now }: Source, filters: InvoiceFilters): Promise<InvoiceSummary> {
  const db = database.knex;
  const today = jakartaDay(now());
  const cells = (await matching(invoicesOfPeople(db), filters)
    .select(
      db.raw(`${STATUS_SQL} as status`, { today }),
      db.raw(`count(*) as n, sum(total_amount)::bigint as total, sum(paid_amount)::bigint as paid`),
    )
    .groupBy('status')) as { status: InvoiceStatus; n: number; total: number; paid: number }[];
  const chosen = cells.filter((cell) => filters.status === undefined || cell.status === filters.status);
  const sum = (of: (cell: (typeof cells)[number]) => number) =>
    chosen.reduce((all, cell) => all + of(cell), 0);
  return {
    total: sum((cell) => cell.n),
    total_amount: sum((cell) => cell.total),
    amount_paid: sum((cell) => cell.paid),
    outstanding: sum((cell) => cell.total - cell.paid),
    status: Object.fromEntries(
      INVOICE_STATUSES.map((one) => [one, cells.find((cell) => cell.status === one)?.n ?? 0]),
    ) as InvoiceSummary['status'],
  };
}
