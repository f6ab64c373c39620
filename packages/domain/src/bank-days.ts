/** What became of the money that came in on a day, in rupiah. */
export interface DayFigures {
  readonly in_total: number;
  readonly booked: number;
  readonly surplus: number;
  readonly settlement: number;
  readonly ignored: number;
  /** Money that stands or stood unapplied, whatever became of it. */
  readonly unapplied: number;
  /** Lines that are not decided yet. */
  readonly unknown_lines: number;
  /** Their sum. */
  readonly unknown: number;
  readonly open_receipts: number;
}

/** What of the day's money is nowhere, in rupiah; undecided lines are part of it. */
export function dayDifference(day: DayFigures): number {
  return day.in_total - day.booked - day.surplus - day.settlement - day.ignored - day.unapplied;
}

/** Whether a day may be closed: every line is decided, no receipt is open, and no rupiah is missing. */
export function isDaySettled(day: DayFigures): boolean {
  return day.unknown_lines === 0 && day.open_receipts === 0 && dayDifference(day) === 0;
}

/** Why a closed day is open again: a line of it came later, was taken back, was refused by admission, or its payment was reversed. */
export const REOPEN_CAUSES = [
  'late_line',
  'line_restored',
  'fee_refused',
  'payment_reversed',
  'refund_paid',
] as const;
export type ReopenCause = (typeof REOPEN_CAUSES)[number];

export const REOPEN_CAUSE_LABELS: Readonly<Record<ReopenCause, string>> = {
  late_line: 'Baris datang kemudian',
  line_restored: 'Baris dikembalikan',
  fee_refused: 'Dana tidak melunasi biaya pendaftaran',
  payment_reversed: 'Pembayaran dibatalkan',
  refund_paid: 'Pengembalian dana dibukukan',
};
