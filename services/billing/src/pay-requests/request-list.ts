import type { listPayRequests as call, PayRequestRow } from '@gerbang/contracts/pay-requests';
import { PAY_CHANNEL_LABELS, PAY_REQUEST_STATUS_LABELS } from '@gerbang/domain/pay-requests';
import { day, moment, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type ListedPay, listedRequests } from './pay-lists.repository.ts';
import { toRow } from './pay-requests.view.ts';

type Query = z.output<(typeof call)['query']>;

/** The requests of a query, the newest first. */
export const requestList = (context: Context, query: Query): List<ListedPay, PayRequestRow> => ({
  table: 'pay_requests',
  keys: { created_at: 'pay_requests.created_at', amount: 'pay_requests.amount' },
  defaultSort: '-created_at',
  rows: () => listedRequests(context.database.knex, query),
  toItems: (rows) => rows.map((row) => toRow(context, row)),
});

const COLUMNS: readonly SheetColumn<PayRequestRow>[] = [
  { title: 'Permintaan', width: 24, cell: ({ request_no }) => text(request_no) },
  { title: 'Untuk', width: 22, cell: (row) => text(row.number) },
  { title: 'Anak', width: 30, cell: ({ child_name }) => text(child_name) },
  { title: 'Saluran', width: 18, cell: ({ channel }) => text(PAY_CHANNEL_LABELS[channel]) },
  { title: 'Bank', width: 18, cell: ({ bank_name }) => text(bank_name) },
  { title: 'Nomor VA', width: 24, cell: ({ va_number }) => text(va_number?.trim()) },
  { title: 'Jumlah', width: 18, cell: ({ amount }) => ({ rupiah: amount }) },
  {
    title: 'Dibayar',
    width: 18,
    cell: ({ paid_amount }) => (paid_amount === null ? null : { rupiah: paid_amount }),
  },
  { title: 'Keadaan', width: 20, cell: ({ status }) => text(PAY_REQUEST_STATUS_LABELS[status]) },
  { title: 'Nomor Penyedia', width: 24, cell: ({ provider_id }) => text(provider_id) },
  { title: 'RRN', width: 18, cell: ({ rrn }) => text(rrn) },
  { title: 'Dibuat', width: 18, cell: ({ created_at }) => moment(created_at) },
  { title: 'Waktu Bayar', width: 18, cell: ({ paid_at }) => moment(paid_at) },
  { title: 'Dibukukan', width: 18, cell: ({ booked_at }) => moment(booked_at) },
  { title: 'Masuk Rekening', width: 16, cell: ({ settled_on }) => day(settled_on) },
];

/** The requests of a query as a file. */
export const requestFile = (context: Context, query: Query): ListFile<PayRequestRow> => ({
  action: 'pay_requests.exported',
  title: 'Pembayaran online',
  file: 'pembayaran-online',
  columns: COLUMNS,
  ...wholeOf(context.database.knex, requestList(context, query), query),
});
