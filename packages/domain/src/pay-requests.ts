import type { Machine } from './transitions.ts';

/** The ways through a provider of payments. */
export const PAY_CHANNELS = ['va', 'qris'] as const;
export type PayChannel = (typeof PAY_CHANNELS)[number];
export const PAY_CHANNEL_LABELS: Readonly<Record<PayChannel, string>> = {
  va: 'Virtual Account',
  qris: 'QRIS',
};

/** The most that one QRIS payment takes, in rupiah: PADG Bank Indonesia 24/1/2022. */
export const QRIS_MAX = 10_000_000;

/** Each status with its name. */
export const PAY_REQUEST_STATUS_LABELS = {
  creating: 'Sedang dibuat',
  open: 'Terbuka',
  paid: 'Lunas',
  expired: 'Kedaluwarsa',
  cancelled: 'Dibatalkan',
  failed: 'Gagal dibuat',
  review: 'Perlu ditinjau',
} as const;
export type PayRequestStatus = keyof typeof PAY_REQUEST_STATUS_LABELS;
export const PAY_REQUEST_STATUSES = Object.keys(PAY_REQUEST_STATUS_LABELS) as [
  PayRequestStatus,
  ...PayRequestStatus[],
];

/** One target has one request in these. */
export const LIVE_PAY_STATUSES = ['creating', 'open'] as const satisfies PayRequestStatus[];

/** A request of a family to a provider. Every edge into paid or review rests on a provider's word that is stored before. */
export const PAY_REQUEST_MACHINE = {
  name: 'pay requests',
  statuses: PAY_REQUEST_STATUSES,
  edges: [
    { from: null, to: 'creating', action: 'begin', by: 'family' },
    { from: 'creating', to: 'open', action: 'open', by: 'provider' },
    { from: 'creating', to: 'failed', action: 'fail', by: 'system' },
    { from: 'open', to: 'paid', action: 'pay', by: 'provider' },
    { from: 'open', to: 'review', action: 'doubt', by: 'provider' },
    { from: 'open', to: 'expired', action: 'expire', by: 'system' },
    { from: 'open', to: 'cancelled', action: 'cancel', by: 'family' },
    { from: 'open', to: 'cancelled', action: 'cancel', by: 'staff' },
    { from: 'open', to: 'cancelled', action: 'cancel', by: 'system' },
    { from: 'expired', to: 'review', action: 'doubt', by: 'provider' },
    { from: 'cancelled', to: 'review', action: 'doubt', by: 'provider' },
    { from: 'failed', to: 'review', action: 'doubt', by: 'provider' },
    { from: 'review', to: 'paid', action: 'assign', by: 'finance' },
    { from: 'review', to: 'cancelled', action: 'return', by: 'finance' },
  ],
} as const satisfies Machine<
  PayRequestStatus,
  string,
  'family' | 'staff' | 'provider' | 'system' | 'finance'
>;

/** How long a request may be paid, in minutes. */
export const PAY_MINUTES: Readonly<Record<PayChannel, number>> = { va: 24 * 60, qris: 30 };

/** Requests that a family may make in an hour. */
export const PAY_REQUESTS_PER_HOUR = 10;

/** What became of a provider's word about money. */
export const PAY_OUTCOMES = [
  'booked',
  'repeated',
  'unknown',
  'amount',
  'late',
  'duplicate',
  'refused',
] as const;
export type PayOutcome = (typeof PAY_OUTCOMES)[number];

/**
 * Late money: what a payment comes to that is not the same again, by the state of its request. `amount`: another sum than
 * asked; nothing is booked, and finance looks at it. `duplicate`, `late`: it stands unapplied for that reason.
 */
export function payVerdict(
  status: PayRequestStatus,
  isEqual: boolean,
): 'book' | 'amount' | 'duplicate' | 'late' {
  if (!isEqual) return 'amount';
  if (status === 'paid') return 'duplicate';
  return status === 'open' ? 'book' : 'late';
}

/** The steps of a payment in one kind of application. */
export interface PaySteps {
  readonly app: string;
  readonly lines: readonly string[];
}

/** How a family pays by this channel. */
export function paySteps(channel: PayChannel): readonly PaySteps[] {
  if (channel === 'qris') {
    return [
      {
        app: 'Aplikasi bank atau dompet',
        lines: ['Buka menu QRIS atau Bayar.', 'Pindai kode ini.', 'Periksa jumlahnya, lalu bayar.'],
      },
    ];
  }
  return [
    {
      app: 'Mobile banking',
      lines: [
        'Buka menu Virtual Account.',
        'Masukkan nomor Virtual Account.',
        'Periksa nama sekolah dan jumlahnya, lalu bayar.',
      ],
    },
    {
      app: 'ATM',
      lines: [
        'Pilih Transaksi Lain, lalu Transfer, lalu Virtual Account.',
        'Masukkan nomor Virtual Account.',
        'Periksa nama sekolah dan jumlahnya, lalu bayar.',
      ],
    },
    {
      app: 'Bank lain',
      lines: [
        'Pilih Transfer ke bank tujuan.',
        'Masukkan nomor Virtual Account sebagai nomor rekening.',
        'Ketik jumlahnya tepat sama, lalu kirim.',
      ],
    },
  ];
}
