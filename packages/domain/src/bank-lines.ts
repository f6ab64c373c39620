import type { Machine } from './transitions.ts';

/** The states of a line of a bank statement. */
export const LINE_STATUSES = ['new', 'proposed', 'booked', 'settlement', 'ignored', 'attention'] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];

export const LINE_LABELS: Readonly<Record<LineStatus, string>> = {
  new: 'Belum dikenal',
  proposed: 'Ada usulan',
  booked: 'Dibukukan',
  settlement: 'Penyelesaian',
  ignored: 'Disisihkan',
  attention: 'Perlu diperiksa',
};

/** Money that came in, or went out. */
export const LINE_DIRECTIONS = ['in', 'out'] as const;
export type LineDirection = (typeof LINE_DIRECTIONS)[number];

/**
 * A line of a statement. The matcher proposes what it pays and takes that back; finance books it, or sets aside what is no
 * payment of a family, with a reason. A booked line is open again once what it paid is reversed.
 */
export const LINE_MACHINE = {
  name: 'bank lines',
  statuses: LINE_STATUSES,
  edges: [
    { from: null, to: 'new', action: 'import', by: 'finance' },
    { from: 'new', to: 'proposed', action: 'propose', by: 'matcher' },
    { from: 'proposed', to: 'new', action: 'withdraw', by: 'matcher' },
    { from: 'new', to: 'settlement', action: 'settle', by: 'matcher' },
    { from: 'new', to: 'attention', action: 'question', by: 'matcher' },
    { from: 'proposed', to: 'booked', action: 'book', by: 'finance' },
    { from: 'new', to: 'booked', action: 'book', by: 'finance' },
    { from: 'attention', to: 'booked', action: 'book', by: 'finance' },
    { from: 'new', to: 'ignored', action: 'ignore', by: 'finance' },
    { from: 'proposed', to: 'ignored', action: 'ignore', by: 'finance' },
    { from: 'attention', to: 'ignored', action: 'ignore', by: 'finance' },
    { from: 'ignored', to: 'new', action: 'restore', by: 'finance' },
    { from: 'booked', to: 'new', action: 'release', by: 'finance' },
  ],
} as const satisfies Machine<LineStatus, string, 'finance' | 'matcher'>;

/** What of the statuses a person has not decided yet. */
export const UNDECIDED_LINES = ['new', 'proposed', 'attention'] as const satisfies LineStatus[];

/** What lines are filtered by: their status, or all that are not decided. */
export const LINE_FILTERS = [...LINE_STATUSES, 'undecided'] as const;

/** More than families ever transfer at once, in rupiah. */
const LINE_BOUND = 1_000_000_000;
const WRONG_ACCOUNT =
  /\b(?:SALAH (?:REK(?:ENING)?|TRANSFER|TRF|KIRIM|TUJUAN|SETOR)|RETUR|REVERSAL|REFUND|KOREKSI)\b/u;

/** Whether a person has to look at a line first: its amount is out of any bound, or its text says that the money went wrong. */
export const isQuestionable = ({
  amount,
  text,
}: {
  readonly amount: number;
  readonly text: string;
}): boolean => amount > LINE_BOUND || WRONG_ACCOUNT.test(text.toUpperCase());

/** Words by which a bank names the way of a transfer: they say nothing of the payer. */
const WAYS = new Set(
  `TRSF E-BANKING BI-FAST BIF TRANSFER SWITCHING SETORAN TUNAI CR DR DB DARI KE KR MCM INHOUSETRF
   SETOR TRF RTGS SKN LLG QRIS QR VA BUNGA PAJAK BIAYA ADM ATM KLIRING OVERBOOKING`.split(/\s+/u),
);

/** Whether a word says how a transfer was made; one that is a given name too is none. */
export const isTransferWord = (word: string): boolean => word !== 'BUNGA' && WAYS.has(word);

/** A bank's text without the payer: words about the way stay, of others the first letter, and no digit. */
export function maskedLineText(text: string): string {
  return text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => {
      if (WAYS.has(word.toUpperCase())) return word;
      return /^\p{L}/u.test(word) ? `${word.slice(0, 1)}•••` : '•••';
    })
    .join(' ');
}
