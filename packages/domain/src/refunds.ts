import type { DayLimits } from './day-range.ts';
import type { StatusTone } from './status-tones.ts';
import type { Machine } from './transitions.ts';

/** Why money goes back, with its name on screens. */
export const REFUND_CAUSES = {
  withdrawal: 'Mengundurkan diri',
  overpaid: 'Kelebihan bayar',
  wrong_target: 'Salah tujuan',
  duplicate: 'Dibayar dua kali',
  goodwill: 'Kebijakan sekolah',
} as const;
export type RefundCause = keyof typeof REFUND_CAUSES;

/** What the money of a line was: a registration fee, an invoice, or money that paid nothing. */
export const REFUND_KINDS = {
  fee: 'Biaya pendaftaran',
  invoice: 'Tagihan',
  unapplied: 'Dana belum dibukukan',
} as const;
export type RefundKind = keyof typeof REFUND_KINDS;

/** Each status with its name. */
export const REFUND_STATUS_LABELS = {
  draft: 'Draf',
  requested: 'Diminta',
  approved: 'Disetujui',
  paid: 'Ditransfer',
  moved: 'Dipindahkan ke anak lain',
  declined: 'Tidak disetujui',
  cancelled: 'Dibatalkan',
} as const;
export type RefundStatus = keyof typeof REFUND_STATUS_LABELS;
export const REFUND_STATUSES = Object.keys(REFUND_STATUS_LABELS) as [RefundStatus, ...RefundStatus[]];

/** The tones for staff: what is requested waits for the second person. */
export const REFUND_TONES: Readonly<Record<RefundStatus, StatusTone>> = {
  draft: 'neutral',
  requested: 'attention',
  approved: 'info',
  paid: 'success',
  moved: 'success',
  declined: 'danger',
  cancelled: 'neutral',
};

const { draft: _draft, ...AFTER_DRAFT } = REFUND_STATUS_LABELS;

/** What happens to a refund, as its history names it. */
export const REFUND_STEPS = {
  begun: 'Dimulai',
  edited: 'Angka atau rekening diubah',
  ...AFTER_DRAFT,
  account: 'Rekening diisi keluarga',
  objected: 'Disanggah keluarga',
} as const;
export type RefundStep = keyof typeof REFUND_STEPS;

/** Money on its way back. What was approved is taken back by a second person, too; another account is approved anew. */
export const REFUND_MACHINE = {
  name: 'refunds',
  statuses: REFUND_STATUSES,
  edges: [
    { from: null, to: 'draft', action: 'begin', by: 'staff' },
    { from: null, to: 'draft', action: 'begin', by: 'system' },
    { from: 'draft', to: 'draft', action: 'edit', by: 'staff' },
    { from: 'requested', to: 'requested', action: 'edit', by: 'staff' },
    { from: 'draft', to: 'requested', action: 'request', by: 'staff' },
    { from: 'requested', to: 'approved', action: 'approve', by: 'second' },
    { from: 'requested', to: 'declined', action: 'decline', by: 'staff' },
    { from: 'draft', to: 'cancelled', action: 'cancel', by: 'staff' },
    { from: 'requested', to: 'cancelled', action: 'cancel', by: 'staff' },
    { from: 'approved', to: 'cancelled', action: 'cancel', by: 'second' },
    { from: 'approved', to: 'paid', action: 'pay', by: 'staff' },
    { from: 'approved', to: 'moved', action: 'move', by: 'staff' },
    { from: 'draft', to: 'draft', action: 'account', by: 'family' },
    { from: 'requested', to: 'requested', action: 'account', by: 'family' },
    { from: 'approved', to: 'requested', action: 'account', by: 'family' },
    { from: 'draft', to: 'draft', action: 'object', by: 'family' },
    { from: 'requested', to: 'requested', action: 'object', by: 'family' },
    { from: 'approved', to: 'approved', action: 'object', by: 'family' },
  ],
} as const satisfies Machine<RefundStatus, string, 'staff' | 'second' | 'family' | 'system'>;

export const REFUND_OBJECTION_MAX = 500;
export const REFUND_LINES_MAX = 10;
export const REFUND_OWNER_MAX = 100;
/** How many digits an account's number has. */
export const REFUND_ACCOUNT_DIGITS = { min: 5, max: 20 } as const;

/** By what an outgoing line of a bank's statement is offered for a refund: its amount, or its text of which no more is kept. */
export const REFUND_SIGNS = {
  number: 'nomor pengembalian',
  owner: 'nama pemilik rekening',
  amount: 'jumlah sama',
} as const;
export type RefundSign = keyof typeof REFUND_SIGNS;

/** The numbers of refunds that a bank's text names; banks leave out the dashes. */
export const refundNumbersIn = (text: string): string[] =>
  [...text.toUpperCase().matchAll(/(?<![A-Z\d])PD\W?(\d{4})\W?(\d{6,})(?!\d)/gu)].map(
    ([, year = '', count = '']) => `PD-${year}-${count}`,
  );

/** The banks that money is sent to, by the codes that banks know each other by. */
export const REFUND_BANKS = {
  '014': 'BCA',
  '008': 'Mandiri',
  '009': 'BNI',
  '002': 'BRI',
  '451': 'BSI',
  '200': 'BTN',
  '022': 'CIMB Niaga',
  '011': 'Danamon',
  '013': 'Permata',
  '016': 'Maybank',
  '019': 'Panin',
  '028': 'OCBC',
  '147': 'Muamalat',
  '213': 'SMBC (BTPN)',
  '426': 'Mega',
  '501': 'blu BCA Digital',
  '535': 'SeaBank',
  '542': 'Jago',
  '110': 'BJB',
  '111': 'Bank Jakarta',
  '113': 'Bank Jateng',
  '114': 'Bank Jatim',
} as const;
export type RefundBank = keyof typeof REFUND_BANKS;

/** What each line gives back after the deduction, which the first lines bear. */
export function netBacks<Line extends { readonly back: number }>(
  lines: readonly Line[],
  deduct: number,
): (Line & { readonly net: number })[] {
  let left = deduct;
  return lines.map((line) => {
    const borne = Math.min(left, line.back);
    left -= borne;
    return { ...line, net: line.back - borne };
  });
}

/**
 * Shares what a percentage of several payments gives back among them, in whole rupiah: together it is that of their sum, rounded
 * down, and no more than `most`; none gives back more than was paid.
 */
export function shareBack(paids: readonly number[], percent: number, most: number): number[] {
  let paid = 0;
  let shared = 0;
  return paids.map((one) => {
    paid += one;
    const share = Math.min(Math.floor((paid * percent) / 100), most) - shared;
    shared += share;
    return share;
  });
}

/** The days on which an approved refund may have been transferred. */
export const transferDays = (approvedOn: string, today: string): DayLimits => ({
  first: approvedOn,
  last: today,
  early: 'Tanggal transfer tidak boleh sebelum pengembalian ini disetujui.',
  late: 'Tanggal transfer tidak boleh di masa depan. Pilih hari ini atau sebelumnya.',
});
