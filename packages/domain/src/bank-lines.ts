import type { Machine } from './transitions.ts';

/** The states of a line of a bank statement. */
export const LINE_STATUSES = ['new', 'ignored'] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];

export const LINE_LABELS: Readonly<Record<LineStatus, string>> = {
  new: 'Belum dikenal',
  ignored: 'Diabaikan',
};

/** Money that came in, or went out. */
export const LINE_DIRECTIONS = ['in', 'out'] as const;
export type LineDirection = (typeof LINE_DIRECTIONS)[number];

/** A line of a statement; finance sets aside what is no payment of a family, with a reason, and may take that back. */
export const LINE_MACHINE = {
  name: 'bank lines',
  statuses: LINE_STATUSES,
  edges: [
    { from: null, to: 'new', action: 'import', by: 'finance' },
    { from: 'new', to: 'ignored', action: 'ignore', by: 'finance' },
    { from: 'ignored', to: 'new', action: 'restore', by: 'finance' },
  ],
} as const satisfies Machine<LineStatus, string, 'finance'>;

/** Words by which a bank names the way of a transfer: they say nothing of the payer. */
const WAYS = new Set(
  `TRSF E-BANKING BI-FAST BIF TRANSFER SWITCHING SETORAN TUNAI CR DR DB DARI KE KR MCM INHOUSETRF
   SETOR TRF RTGS SKN LLG QRIS QR VA BUNGA PAJAK BIAYA ADM ATM KLIRING OVERBOOKING`.split(/\s+/u),
);

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
