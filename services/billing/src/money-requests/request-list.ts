import type { listMoneyRequests as call, MoneyRequest } from '@gerbang/contracts/money-requests';
import { MONEY_REQUEST_LABELS, MONEY_REQUEST_STATUS_LABELS } from '@gerbang/domain/money-requests';
import { moment, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { List } from '@gerbang/service-kit/http/paging';
import { plannedSlices } from '@gerbang/service-kit/http/planned-slices';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { countWithRefunds, listedWithRefunds, type MoneyRequestRecord } from './money-requests.repository.ts';
import { toMoneyRequest } from './money-requests.view.ts';

type Query = z.output<(typeof call)['query']>;

/** The requests of a query as this account sees them, the newest first. */
const requestList = (
  context: Context,
  viewerId: string,
  { status }: Query,
): List<MoneyRequestRecord, MoneyRequest> & { readonly count: () => Promise<number> } => ({
  table: 'money_requests',
  keys: { asked_at: 'money_requests.asked_at', amount: 'money_requests.amount' },
  defaultSort: '-asked_at',
  rows: () => listedWithRefunds(context.database.knex, status),
  count: () => countWithRefunds(context.database.knex, status),
  toItems: (records) => records.map((record) => toMoneyRequest(context, record, viewerId)),
});

/** The pages of the same lists; those of the usual size are read by statements that are planned once. */
export function createRequestPages(context: Context) {
  const slices = plannedSlices<MoneyRequestRecord>(context.database, 'money requests');
  return (viewerId: string, query: Query): List<MoneyRequestRecord, MoneyRequest> => {
    const list = requestList(context, viewerId, query);
    return { ...list, slice: (part) => slices(list, part, { status: query.status }, {}, () => list.rows()) };
  };
}

const COLUMNS: readonly SheetColumn<MoneyRequest>[] = [
  { title: 'Perubahan', width: 26, cell: ({ kind }) => text(MONEY_REQUEST_LABELS[kind]) },
  { title: 'Nomor', width: 20, cell: (row) => text(row.number) },
  {
    title: 'Pendaftaran',
    width: 26,
    cell: ({ registrations }) => text(registrations.map((one) => one.number).join(', ')),
  },
  {
    title: 'Anak',
    width: 30,
    cell: ({ registrations }) => text(registrations.map(({ child_name }) => child_name).join(', ')),
  },
  { title: 'Jumlah', width: 18, cell: ({ amount }) => ({ rupiah: amount }) },
  { title: 'Alasan', width: 40, cell: ({ reason }) => text(reason) },
  { title: 'Status', width: 22, cell: ({ status }) => text(MONEY_REQUEST_STATUS_LABELS[status]) },
  { title: 'Diajukan Oleh', width: 24, cell: ({ asked_by }) => text(asked_by.name) },
  { title: 'Diajukan', width: 18, cell: ({ asked_at }) => moment(asked_at) },
  { title: 'Diputuskan Oleh', width: 24, cell: ({ decided_by }) => text(decided_by?.name) },
  { title: 'Diputuskan', width: 18, cell: ({ decided_at }) => moment(decided_at) },
];

/** The requests of a query as a file. */
export function requestFile(context: Context, viewerId: string, query: Query): ListFile<MoneyRequest> {
  const list = requestList(context, viewerId, query);
  return {
    action: 'money_requests.exported',
    title: 'Persetujuan',
    file: 'persetujuan',
    columns: COLUMNS,
    ...wholeOf(context.database.knex, list, query),
    count: list.count,
  };
}
