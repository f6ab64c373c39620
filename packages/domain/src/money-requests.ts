import type { Machine } from './transitions.ts';

/** What a second person is asked to agree to, with its name on screens. */
export const MONEY_REQUEST_KINDS = [
  'payment_reversal',
  'fee_reversal',
  'scheme_revision',
  'line_release',
] as const;
export type MoneyRequestKind = (typeof MONEY_REQUEST_KINDS)[number];

/** What the list of requests shows: also refunds that wait, which are approved by themselves. */
export const LISTED_REQUEST_KINDS = [...MONEY_REQUEST_KINDS, 'refund'] as const;

export const MONEY_REQUEST_LABELS: Readonly<Record<(typeof LISTED_REQUEST_KINDS)[number], string>> = {
  payment_reversal: 'Batalkan pembayaran',
  fee_reversal: 'Batalkan biaya pendaftaran',
  scheme_revision: 'Ubah skema',
  line_release: 'Lepaskan mutasi bank',
  refund: 'Pengembalian dana',
};

export const MONEY_REQUEST_STATUSES = ['waits', 'approved', 'withdrawn', 'failed'] as const;
export type MoneyRequestStatus = (typeof MONEY_REQUEST_STATUSES)[number];

export const MONEY_REQUEST_STATUS_LABELS: Readonly<Record<MoneyRequestStatus, string>> = {
  waits: 'Menunggu persetujuan',
  approved: 'Disetujui',
  withdrawn: 'Dibatalkan pengajuannya',
  failed: 'Tidak dapat dijalankan',
};

/** A change of money that waits for a second person. It fails where another service cannot do what was approved. */
export const MONEY_REQUEST_MACHINE = {
  name: 'money requests',
  statuses: MONEY_REQUEST_STATUSES,
  edges: [
    { from: null, to: 'waits', action: 'ask', by: 'staff' },
    { from: 'waits', to: 'approved', action: 'approve', by: 'staff' },
    { from: 'waits', to: 'withdrawn', action: 'withdraw', by: 'staff' },
    { from: 'approved', to: 'failed', action: 'fail', by: 'system' },
  ],
} as const satisfies Machine<MoneyRequestStatus, string, 'staff' | 'system'>;

/** What the two sides of a request compare, with its name on screens. */
export const MONEY_FIGURES = {
  payment: 'Pembayaran',
  invoice_paid: 'Sudah dibayar',
  invoice_total: 'Jumlah tagihan',
  scheme_total: 'Jumlah skema',
  fee_paid: 'Biaya pendaftaran dibayar',
  line_booked: 'Mutasi yang dibukukan',
} as const;
export type MoneyFigure = keyof typeof MONEY_FIGURES;
