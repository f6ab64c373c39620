import type { Machine } from './transitions.ts';

/** How sure a match is: only exact ones are booked together. */
export const CONFIDENCES = ['exact', 'strong', 'possible'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export const CONFIDENCE_LABELS: Readonly<Record<Confidence, string>> = {
  exact: 'Cocok pasti',
  strong: 'Cocok kuat',
  possible: 'Mungkin',
};

export const MATCH_STATUSES = ['proposed', 'booked', 'rejected'] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

/** A line's money and what it pays. A booked fee that admission refuses is rejected, and its money stands unapplied. */
export const MATCH_MACHINE = {
  name: 'bank matches',
  statuses: MATCH_STATUSES,
  edges: [
    { from: null, to: 'proposed', action: 'propose', by: 'matcher' },
    { from: null, to: 'booked', action: 'book', by: 'finance' },
    { from: 'proposed', to: 'booked', action: 'book', by: 'finance' },
    { from: 'proposed', to: 'rejected', action: 'reject', by: 'finance' },
    { from: 'booked', to: 'rejected', action: 'refuse', by: 'admission' },
    { from: 'booked', to: 'rejected', action: 'reverse', by: 'finance' },
  ],
} as const satisfies Machine<MatchStatus, string, 'matcher' | 'finance' | 'admission'>;

/** Why money of a line pays nothing yet. */
export const UNAPPLIED_CAUSES = [
  'overpaid',
  'unknown',
  'late',
  'duplicate',
  'fee_refused',
  'split_rest',
  'reversed',
] as const;
export type UnappliedCause = (typeof UNAPPLIED_CAUSES)[number];

/** Why a whole line stands unapplied, as a person may say it. */
export const WHOLE_LINE_CAUSES = ['duplicate', 'late', 'unknown'] as const satisfies UnappliedCause[];
export type WholeLineCause = (typeof WHOLE_LINE_CAUSES)[number];

export const UNAPPLIED_CAUSE_LABELS: Readonly<Record<UnappliedCause, string>> = {
  overpaid: 'Kelebihan bayar',
  unknown: 'Belum dikenal',
  late: 'Datang terlambat',
  duplicate: 'Dibayar dua kali',
  fee_refused: 'Biaya pendaftaran tidak dapat dilunasi',
  split_rest: 'Sisa pembagian',
  reversed: 'Pembayaran dibatalkan',
};

export const UNAPPLIED_STATUSES = ['open', 'assigned', 'returned'] as const;
export type UnappliedStatus = (typeof UNAPPLIED_STATUSES)[number];

export const UNAPPLIED_STATUS_LABELS: Readonly<Record<UnappliedStatus, string>> = {
  open: 'Belum dibukukan',
  assigned: 'Dibukukan',
  returned: 'Dikembalikan',
};

/**
 * Money that pays nothing yet: it is given to a bill, unless admission refuses it for a fee, or returned to its payer. It is
 * open again when its payment is reversed, and released into its line, out of all lists, when that is open again.
 */
export const UNAPPLIED_MACHINE = {
  name: 'unapplied receipts',
  statuses: [...UNAPPLIED_STATUSES, 'released'],
  edges: [
    { from: null, to: 'open', action: 'open', by: 'finance' },
    { from: 'open', to: 'assigned', action: 'assign', by: 'finance' },
    { from: 'open', to: 'returned', action: 'return', by: 'finance' },
    { from: 'assigned', to: 'open', action: 'refuse', by: 'admission' },
    { from: 'assigned', to: 'open', action: 'reverse', by: 'finance' },
    { from: 'open', to: 'released', action: 'release', by: 'finance' },
    { from: 'assigned', to: 'released', action: 'release', by: 'finance' },
  ],
} as const satisfies Machine<UnappliedStatus | 'released', string, 'finance' | 'admission'>;

/** The most that a unique amount adds, in rupiah. */
export const UNIQUE_ADD_MAX = 999;
