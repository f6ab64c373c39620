import type { listUnapplied as call } from '@gerbang/contracts/unapplied-receipts';
import { UNAPPLIED_CAUSE_LABELS, UNAPPLIED_STATUS_LABELS } from '@gerbang/domain/bank-matches';
import type { Role } from '@gerbang/domain/roles';
import { day, moment, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { listedReceipts, type ReceiptRecord } from './unapplied-receipts.repository.ts';
import { toReceipt, type UnappliedReceipt } from './unapplied-receipts.view.ts';

type Query = z.output<(typeof call)['query']>;

/** The receipts of a query as this role sees them, the newest first. */
export const receiptList = (
  context: Context,
  viewer: Role,
  query: Query,
): List<ReceiptRecord, UnappliedReceipt> => ({
  table: 'unapplied_receipts',
  keys: { created_at: 'unapplied_receipts.created_at', amount: 'unapplied_receipts.amount' },
  defaultSort: '-created_at',
  rows: () => listedReceipts(context.database.knex, query),
  toItems: (records) => records.map((record) => toReceipt(context, record, viewer)),
});

const COLUMNS: readonly SheetColumn<UnappliedReceipt>[] = [
  {
    title: 'Tanggal',
    width: 14,
    cell: ({ line, reversed_payment }) => day(line?.booked_on ?? reversed_payment?.payment_date ?? null),
  },
  { title: 'Jumlah', width: 18, cell: ({ amount }) => ({ rupiah: amount }) },
  { title: 'Sebab', width: 24, cell: ({ cause }) => text(UNAPPLIED_CAUSE_LABELS[cause]) },
  { title: 'Status', width: 18, cell: ({ status }) => text(UNAPPLIED_STATUS_LABELS[status]) },
  { title: 'Rekening', width: 16, cell: ({ line }) => text(line?.account_key) },
  { title: 'Keterangan', width: 50, cell: ({ line }) => text(line?.description) },
  { title: 'Dibayar Bersama', width: 30, cell: ({ paid_numbers }) => text(paid_numbers.join(', ')) },
  { title: 'Permintaan Online', width: 24, cell: ({ pay_request }) => text(pay_request?.request_no) },
  {
    title: 'Untuk',
    width: 22,
    cell: ({ asked_for, reversed_payment }) => text(asked_for?.number ?? reversed_payment?.number),
  },
  { title: 'Anak', width: 30, cell: ({ asked_for }) => text(asked_for?.child_name) },
  { title: 'Dibukukan Untuk', width: 22, cell: ({ assigned_number }) => text(assigned_number) },
  { title: 'Dikembalikan', width: 14, cell: ({ returned_on }) => day(returned_on) },
  { title: 'Catatan', width: 40, cell: ({ note }) => text(note) },
  { title: 'Diputuskan Oleh', width: 24, cell: ({ decided_by }) => text(decided_by?.name) },
  { title: 'Diputuskan', width: 18, cell: ({ decided_at }) => moment(decided_at) },
];

/** The receipts of a query as a file, as this role sees them. */
export const receiptFile = (context: Context, viewer: Role, query: Query): ListFile<UnappliedReceipt> => ({
  action: 'unapplied_receipts.exported',
  title: 'Dana belum dibukukan',
  file: 'dana-belum-dibukukan',
  columns: COLUMNS,
  ...wholeOf(context.database.knex, receiptList(context, viewer, query), query),
});
