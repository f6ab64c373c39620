import type { Refund } from '@gerbang/contracts/refund-shapes';
import type { listRefunds as call } from '@gerbang/contracts/refunds';
import { REFUND_BANKS, REFUND_CAUSES, REFUND_STATUS_LABELS, type RefundStep } from '@gerbang/domain/refunds';
import { day, moment, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { listedRefunds, type RefundRecord } from './refunds.repository.ts';
import { toRefund } from './refunds.view.ts';

type Query = z.output<(typeof call)['query']>;

/** The refunds of a query as this account sees them, the newest first. */
export const refundList = (context: Context, viewerId: string, query: Query): List<RefundRecord, Refund> => ({
  table: 'refunds',
  keys: { created_at: 'refunds.created_at', total: 'refunds.total' },
  defaultSort: '-created_at',
  rows: () => listedRefunds(context.database.knex, query),
  toItems: (records) => records.map((record) => toRefund(context, record, viewerId)),
});

/** The last time that a refund took this step. */
const lastOf = ({ steps }: Refund, wanted: RefundStep) => steps.findLast(({ step }) => step === wanted);

const COLUMNS: readonly SheetColumn<Refund>[] = [
  { title: 'Nomor', width: 18, cell: (row) => text(row.number) },
  { title: 'Nomor Pendaftaran', width: 22, cell: ({ registration }) => text(registration.number) },
  { title: 'Nama Anak', width: 30, cell: ({ registration }) => text(registration.child_name) },
  { title: 'Sebab', width: 26, cell: ({ cause }) => text(REFUND_CAUSES[cause]) },
  { title: 'Potongan', width: 16, cell: ({ deduct }) => ({ rupiah: deduct }) },
  { title: 'Jumlah', width: 18, cell: ({ total }) => ({ rupiah: total }) },
  { title: 'Status', width: 20, cell: ({ status }) => text(REFUND_STATUS_LABELS[status]) },
  { title: 'Bank', width: 18, cell: ({ account }) => text(account && REFUND_BANKS[account.bank_code]) },
  { title: 'Nomor Rekening', width: 18, cell: ({ account }) => text(account?.number) },
  { title: 'Pemilik Rekening', width: 30, cell: ({ account }) => text(account?.owner) },
  { title: 'Alasan', width: 40, cell: ({ reason }) => text(reason) },
  { title: 'Dibuat', width: 18, cell: ({ created_at }) => moment(created_at) },
  { title: 'Diminta Oleh', width: 24, cell: (row) => text(lastOf(row, 'requested')?.by?.name) },
  { title: 'Disetujui Oleh', width: 24, cell: (row) => text(lastOf(row, 'approved')?.by?.name) },
  { title: 'Disetujui', width: 18, cell: (row) => moment(lastOf(row, 'approved')?.at ?? null) },
  { title: 'Tanggal Transfer', width: 16, cell: ({ paid_on }) => day(paid_on) },
];

/** The refunds of a query as a file, with accounts by their last digits. */
export const refundFile = (context: Context, viewerId: string, query: Query): ListFile<Refund> => ({
  action: 'refunds.exported',
  title: 'Pengembalian dana',
  file: 'pengembalian-dana',
  columns: COLUMNS,
  ...wholeOf(context.database.knex, refundList(context, viewerId, query), query),
});
