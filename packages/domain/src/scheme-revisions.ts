import type { PaymentPreference } from './enrollment-confirmations.ts';

/** A total that falls by more than this many rupiah wants a second person. */
export const FALL_ALONE = 1_000_000;

/** A revised scheme has at most so many invoices. */
export const REVISED_MOST = 12;

/** An invoice as a revision asks for it; whole rupiah, the day `YYYY-MM-DD`. */
export interface RevisedRow {
  readonly amount: number;
  readonly due_date: string;
}

interface PaidInvoice {
  readonly id: string;
  readonly paid_amount: number;
}

/** What a revision does with the invoices of a scheme. */
export interface SchemeRevision<Invoice extends PaidInvoice> {
  /** Invoices with money: each keeps its number and gets a row; `excess` leaves it. */
  readonly kept: readonly { readonly invoice: Invoice; readonly row: RevisedRow; readonly excess: number }[];
  readonly voided: readonly Invoice[];
  readonly added: readonly RevisedRow[];
  readonly excess: number;
}

export const REVISION_PROBLEMS = {
  sum: 'Jumlah semua tahap harus sama dengan total biaya',
  few: 'Tagihan yang sudah dibayar tetap ada. Tambahkan tahap untuk setiap tagihan itu',
  many: 'Lunas sekaligus memberi paling banyak satu tagihan baru. Kurangi tahapnya',
  empty: 'Jumlah setiap tahap harus lebih dari 0',
  below: 'Tahap ini sudah dibayar lebih dari jumlahnya. Isi paling sedikit yang sudah dibayar',
  above:
    'Total yang baru kurang dari yang sudah dibayar. Isi paling banyak yang sudah dibayar untuk tahap ini',
} as const;

/** Why rows do not make a scheme; `row` null = it is about all of them. */
export interface RevisionProblem {
  readonly problem: keyof typeof REVISION_PROBLEMS;
  readonly row: number | null;
}

/**
 * Lays the rows of a revision over the invoices of a scheme, in their order: the first rows belong to the invoices with
 * money. The rows make up the total. A row keeps what was paid, unless the total itself is less than that: the excess leaves
 * then, and nothing else is asked.
 */
export function reviseScheme<Invoice extends PaidInvoice>(
  scheme: PaymentPreference,
  invoices: readonly Invoice[],
  rows: readonly RevisedRow[],
  total: number,
): SchemeRevision<Invoice> | RevisionProblem {
  const paid = invoices.filter(({ paid_amount }) => paid_amount > 0);
  const covered = paid.reduce((sum, { paid_amount }) => sum + paid_amount, 0);
  if (rows.length < Math.max(paid.length, 1)) return { problem: 'few', row: null };
  if (scheme === 'full' && rows.length > paid.length + 1) return { problem: 'many', row: null };
  for (const [at, { amount }] of rows.entries()) {
    const before = paid[at]?.paid_amount ?? 0;
    if (total >= covered && amount < before) return { problem: 'below', row: at };
    if (total < covered && amount > before) return { problem: 'above', row: at };
    if (before === 0 && amount === 0 && rows.length > 1) return { problem: 'empty', row: at };
  }
  if (rows.reduce((sum, { amount }) => sum + amount, 0) !== total) return { problem: 'sum', row: null };
  const kept = paid.map((invoice, at) => {
    const row = rows[at] as RevisedRow;
    return { invoice, row, excess: Math.max(0, invoice.paid_amount - row.amount) };
  });
  return {
    kept,
    voided: invoices.filter(({ paid_amount }) => paid_amount === 0),
    added: rows.slice(paid.length),
    excess: kept.reduce((sum, { excess }) => sum + excess, 0),
  };
}

/** Stage and name of the invoice at this place of so many. */
export function revisedName(scheme: PaymentPreference, at: number, of: number) {
  return scheme === 'full' && of === 1
    ? { installment_stage: null, installment_name: 'Lunas sekaligus' }
    : { installment_stage: at + 1, installment_name: `Tahap ${at + 1}` };
}
