import type {
  getAgeing,
  listOwnInvoices,
  listStaffInvoices,
  summarizeInvoices,
  InvoiceSummary,
  OwnInvoice,
  StaffInvoice,
} from '@gerbang/contracts/invoices';
import { INVOICE_STATUSES, type InvoiceStatus } from '@gerbang/domain/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { nameSearch, numberSearch } from '@gerbang/service-kit/data/text-search';
import type { List } from '@gerbang/service-kit/http/paging';
import { plannedSlices, slicesById } from '@gerbang/service-kit/http/planned-slices';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { searchedRegistrations } from '../registrations/registrations.repository.ts';
import {
  joinedInvoices,
  listedInvoices,
  type OwnInvoiceRecord,
  type StaffInvoiceRecord,
  staffInvoices,
} from './invoices.repository.ts';
import { toOwnInvoice, toStaffInvoice } from './invoices.view.ts';

type OwnQuery = z.output<(typeof listOwnInvoices)['query']>;
type StaffQuery = z.output<(typeof listStaffInvoices)['query']>;
type SummaryQuery = z.output<(typeof summarizeInvoices)['query']>;
type Filters = Omit<SummaryQuery, 'parts_year'> & Pick<StaffQuery, 'family'>;
type AgeingQuery = z.output<(typeof getAgeing)['query']>;

const PAID =
  'not enrollment_invoices.waiting and enrollment_invoices.paid_amount >= enrollment_invoices.total_amount and enrollment_invoices.voided_by is null';
const PAYABLE =
  'not enrollment_invoices.waiting and enrollment_invoices.paid_amount < enrollment_invoices.total_amount';
const ON_TIME = `${PAYABLE} and not enrollment_invoices.rejected and enrollment_invoices.due_date >= :today`;

const VOID = 'enrollment_invoices.voided_by is not null';

/** The domain's `invoiceState` as SQL conditions, for filtering; a test compares the two. */
const CONDITIONS: Readonly<Record<InvoiceStatus, string>> = {
  awaiting_verification: 'enrollment_invoices.waiting',
  verified: PAID,
  payment_rejected: `${PAYABLE} and enrollment_invoices.rejected`,
  overdue: `${PAYABLE} and not enrollment_invoices.rejected and enrollment_invoices.due_date < :today`,
  partially_paid: `${ON_TIME} and enrollment_invoices.paid_amount > 0`,
  pending: `${ON_TIME} and enrollment_invoices.paid_amount = 0`,
  void: VOID,
};
const STATUS = `case ${Object.entries(CONDITIONS)
  .map(([status, condition]) => `when ${condition} then '${status}'`)
  .join(' ')} end`;

const LIST = {
  table: 'enrollment_invoices',
  keys: {
    due_date: 'enrollment_invoices.due_date',
    created_at: 'enrollment_invoices.created_at',
    total_amount: 'enrollment_invoices.total_amount',
    waiting_since: 'enrollment_invoices.waiting_since',
  },
  defaultSort: 'due_date',
};

function withStatus(
  rows: Knex.QueryBuilder,
  status: InvoiceStatus | undefined,
  today: string,
): Knex.QueryBuilder {
  return status === undefined ? rows : rows.whereRaw(`(${CONDITIONS[status]})`, { today });
}

/** Applies the staff's filters except the one by status. */
function filtered(rows: Knex.QueryBuilder, filters: Filters): Knex.QueryBuilder {
  const { search, jenjang, academic_year, due_from, due_until, family } = filters;
  if (jenjang !== undefined) void rows.where('registrations.jenjang', jenjang);
  if (academic_year !== undefined) void rows.where('registrations.academic_year', academic_year);
  if (due_from !== undefined) void rows.where('enrollment_invoices.due_date', '>=', due_from);
  if (due_until !== undefined) void rows.where('enrollment_invoices.due_date', '<=', due_until);
  if (family !== undefined) void rows.where('registrations.user_id', family);
  const people = searchedRegistrations(search);
  if (people === null) return rows;
  const number = numberSearch(search, 'invoice_number');
  // Each by its index: as alternatives of one condition they are looked for in all invoices.
  return rows.whereIn('enrollment_invoices.id', (found) => {
    void found.from('enrollment_invoices').whereIn('registration_id', people).select('id');
    if (number !== null)
      void found.union((numbered) => void numbered.from('enrollment_invoices').where(number).select('id'));
  });
}

/** The invoices under the staff's filters except the one by status, without columns; joined only where a filter needs it. */
function matching(db: Db, filters: Filters): Knex.QueryBuilder {
  const { jenjang, academic_year, family } = filters;
  const joins = jenjang !== undefined || academic_year !== undefined || family !== undefined;
  return filtered(joins ? joinedInvoices(db) : db('enrollment_invoices'), filters);
}

/** The invoices of a family, the next due one first. */
export function ownInvoiceList(
  db: Db,
  userId: string,
  query: OwnQuery,
  now: Date,
): List<OwnInvoiceRecord, OwnInvoice> {
  const found = nameSearch(query.search, {
    names: ['registrations.child_name'],
    others: ['enrollment_invoices.invoice_number'],
  });
  return {
    ...LIST,
    rows: () => {
      const rows = withStatus(listedInvoices(db, userId), query.status, jakartaDay(now));
      return found === null ? rows : rows.andWhere(found);
    },
    toItems: (records) => records.map((record) => toOwnInvoice(record, now)),
  };
}

/** All invoices under the staff's filters, the next due one first. */
export function createStaffInvoiceList(database: Database) {
  const db = database.knex;
  const slices = plannedSlices<StaffInvoiceRecord>(database, 'staff invoices');
  const byId = slicesById<StaffInvoiceRecord>(database, 'staff invoices', () => staffInvoices(db));
  return (query: StaffQuery, now: Date): List<StaffInvoiceRecord, StaffInvoice> => {
    const today = jakartaDay(now);
    const { jenjang, academic_year, sort: _sort, limit: _limit, cursor: _cursor, ...others } = query;
    const wanted = (rows: Knex.QueryBuilder) => {
      void withStatus(rows, query.status, today);
      return query.id === undefined ? rows : rows.where('enrollment_invoices.id', query.id);
    };
    return {
      ...LIST,
      rows: () => wanted(filtered(staffInvoices(db), query)),
      slice: (part) => {
        // A status is a condition on today, and a statement is kept longer.
        const planned = Object.values(others).some((value) => value !== undefined)
          ? null
          : slices(LIST, part, { jenjang }, academic_year ? { academic_year } : {}, (given) =>
              filtered(staffInvoices(db), { jenjang, ...given }),
            );
        return planned ?? byId(LIST, part, () => wanted(matching(db, query)));
      },
      count: () => countInvoices(db, query, today),
      toItems: (records) => records.map((record) => toStaffInvoice(record, now)),
    };
  };
}

/** How many invoices the filters leave; `today` as `YYYY-MM-DD`. */
export async function countInvoices(db: Db, query: Omit<StaffQuery, 'sort'>, today: string): Promise<number> {
  const { status, search, jenjang, academic_year, due_from, due_until, family } = query;
  const dues = status === undefined && searchedRegistrations(search) === null;
  const rows = dues ? db('invoice_dues') : withStatus(matching(db, query), status, today);
  // The dues have these columns too, in an index that alone is read.
  if (dues) {
    if (jenjang !== undefined) void rows.where({ jenjang });
    if (academic_year !== undefined) void rows.where({ academic_year });
    if (due_from !== undefined) void rows.where('due_date', '>=', due_from);
    if (due_until !== undefined) void rows.where('due_date', '<=', due_until);
    if (family !== undefined) void rows.where({ user_id: family });
  }
  const [row] = (await rows.count('* as n')) as { n: number }[];
  return row?.n ?? 0;
}

/** Counts and sums under the filters by status, all of one moment. */
async function cellsOf(db: Db, filters: Filters, today: string) {
  return (await matching(db, filters)
    .select(
      db.raw(`${STATUS} as status`, { today }),
      db.raw(`count(*) as n, sum(total_amount)::bigint as total, sum(paid_amount)::bigint as paid`),
    )
    .groupBy('status')) as { status: InvoiceStatus; n: number; total: number; paid: number }[];
}

const QUEUE: InvoiceStatus = 'awaiting_verification';

/**
 * Counts and sums under the filters; `status` counts each status as if it were the chosen one, in the year of the parts where
 * one is given, and the payments that wait in every year.
 */
export async function summarizeInvoiceList(
  db: Db,
  { parts_year, ...query }: SummaryQuery,
  now: Date,
): Promise<InvoiceSummary> {
  const today = jakartaDay(now);
  const everyYear = { ...query, academic_year: undefined, status: QUEUE };
  const [cells, parts, waiting] = await Promise.all([
    cellsOf(db, query, today),
    parts_year === undefined ? undefined : cellsOf(db, { ...query, academic_year: parts_year }, today),
    query.academic_year === undefined ? undefined : countInvoices(db, everyYear, today),
  ]);
  const chosen = cells.filter((cell) => query.status === undefined || cell.status === query.status);
  const countOf = (status: InvoiceStatus, of = cells) => of.find((cell) => cell.status === status)?.n ?? 0;
  const sum = (of: (cell: (typeof cells)[number]) => number) =>
    chosen.reduce((total, cell) => total + of(cell), 0);
  return {
    total: sum((cell) => cell.n),
    total_amount: sum((cell) => cell.total),
    amount_paid: sum((cell) => cell.paid),
    outstanding: sum((cell) => cell.total - cell.paid),
    status: Object.fromEntries(
      INVOICE_STATUSES.map((status) => [
        status,
        status === QUEUE ? (waiting ?? countOf(status)) : countOf(status, parts),
      ]),
    ) as InvoiceSummary['status'],
  };
}

/** What is still to be paid on invoices of one level that are due on one day. */
export interface OpenDay {
  readonly jenjang: Jenjang;
  readonly due_date: string;
  readonly invoices: number;
  readonly amount: number;
}

/** What is still to be paid by level and due date, in one statement so that all sums are of one moment. */
export async function openByDay(db: Db, { jenjang, academic_year }: AgeingQuery): Promise<OpenDay[]> {
  return (await joinedInvoices(db)
    .whereRaw('enrollment_invoices.paid_amount < enrollment_invoices.total_amount')
    .where(jenjang === undefined ? {} : { 'registrations.jenjang': jenjang })
    .where(academic_year === undefined ? {} : { 'registrations.academic_year': academic_year })
    .groupBy('registrations.jenjang', 'enrollment_invoices.due_date')
    .select(
      'registrations.jenjang',
      'enrollment_invoices.due_date',
      db.raw(`count(*) as invoices,
        sum(enrollment_invoices.total_amount - enrollment_invoices.paid_amount)::bigint as amount`),
    )) as OpenDay[];
}
