import { dayText } from './date-text.ts';
import { type DayLimits, dayProblem } from './day-range.ts';
import { jakartaDay } from './jakarta-time.ts';
import { PAY_CHANNEL_LABELS, PAY_CHANNELS } from './pay-requests.ts';
import { addDays } from './reports.ts';
import { edgeFor, type Machine } from './transitions.ts';

/** The states of a payment of an invoice. */
export const VERIFICATION_STATUSES = ['pending', 'verified', 'rejected', 'reversed'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const VERIFICATION_LABELS: Readonly<Record<VerificationStatus, string>> = {
  pending: 'Menunggu Verifikasi',
  verified: 'Terverifikasi',
  rejected: 'Ditolak',
  reversed: 'Dibatalkan',
};

/** How money comes that people record. */
export const HAND_METHODS = ['transfer', 'cash'] as const;
/** Each way of payment; those through a provider are booked on its word alone. */
export const PAYMENT_METHODS = [...HAND_METHODS, ...PAY_CHANNELS] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const PAYMENT_METHOD_LABELS: Readonly<Record<PaymentMethod, string>> = {
  transfer: 'Transfer',
  cash: 'Tunai',
  ...PAY_CHANNEL_LABELS,
};

/** Whether cash that staff record needs a picture of its slip; a school says so. */
export const CASH_PROOFS = ['required', 'optional'] as const;
export type CashProof = (typeof CASH_PROOFS)[number];
export const CASH_PROOF_LABELS: Readonly<Record<CashProof, string>> = {
  required: 'Wajib',
  optional: 'Boleh tanpa bukti, dengan catatan',
};

/** Without a proof the note of cash has at least so many letters. */
export const CASH_NOTE_LETTERS = 10;

/** Cash is recorded within so many days: the tills of older days have been counted. */
export const CASH_WITHIN_DAYS = 7;
const CASH_TOO_OLD = `Pembayaran tunai dicatat paling lama ${CASH_WITHIN_DAYS} hari sesudah diterima. Periksa tanggalnya.`;

export interface PaymentDayFacts {
  readonly method: PaymentMethod;
  readonly invoiceMadeAt: Date;
  readonly now: Date;
}

/** The days on which a payment of an invoice can have been made: from the invoice's own day until today. */
export function paymentDays({ method, invoiceMadeAt, now }: PaymentDayFacts): DayLimits {
  const [made, last] = [jakartaDay(invoiceMadeAt), jakartaDay(now)];
  const counted = method === 'cash' ? addDays(last, -CASH_WITHIN_DAYS) : made;
  const early = `Tagihan ini baru dibuat ${dayText(made)}. Pilih tanggal itu atau sesudahnya.`;
  return {
    ...(counted > made ? { first: counted, early: CASH_TOO_OLD } : { first: made, early }),
    last,
    late: 'Tanggal pembayaran tidak boleh di masa depan. Pilih hari ini atau sebelumnya.',
  };
}

/** Why a payment cannot have been made on the day; null = it can. */
export const paymentDayProblem = (day: string, facts: PaymentDayFacts): string | null =>
  dayProblem(paymentDays(facts), day);

/** What is missing of cash that staff record; null = nothing. Without a proof the note says from whom it came. */
export function missingOfCash(
  setting: CashProof,
  { hasProof, note }: { readonly hasProof: boolean; readonly note: string | null },
): 'proof' | 'note' | null {
  if (hasProof) return null;
  if (setting === 'required') return 'proof';
  return (note ?? '').replace(/[^\p{L}]/gu, '').length < CASH_NOTE_LETTERS ? 'note' : null;
}

export const CASH_MISSING_TEXTS = {
  proof: 'Bukti pembayaran wajib diupload',
  note: `Tanpa bukti, tulis catatan paling sedikit ${CASH_NOTE_LETTERS} huruf, misalnya diterima dari siapa.`,
} as const;

/** The parties that move a payment: its family by sending it, or staff. */
export type InvoicePaymentActor = 'parent' | 'staff';

/** A payment of an invoice. `edit` corrects one that waits; a rejected or reversed one stays as it is. */
export const INVOICE_PAYMENT_MACHINE = {
  name: 'invoice payments',
  statuses: VERIFICATION_STATUSES,
  edges: [
    { from: null, to: 'pending', action: 'send', by: 'parent' },
    { from: null, to: 'pending', action: 'send', by: 'staff' },
    { from: null, to: 'verified', action: 'send', by: 'staff' },
    { from: 'pending', to: 'pending', action: 'edit', by: 'staff' },
    { from: 'pending', to: 'verified', action: 'verify', by: 'staff' },
    { from: 'pending', to: 'rejected', action: 'reject', by: 'staff' },
    { from: 'verified', to: 'reversed', action: 'reverse', by: 'staff' },
  ],
} as const satisfies Machine<VerificationStatus, string, InvoicePaymentActor>;

/** Whether this actor may take a payment from one state to another. */
export function mayMoveInvoicePayment(
  from: VerificationStatus | null,
  to: VerificationStatus,
  by: InvoicePaymentActor,
): boolean {
  return edgeFor(INVOICE_PAYMENT_MACHINE, from, { to, by }) !== undefined;
}
