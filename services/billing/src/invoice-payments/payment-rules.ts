import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { invoiceState } from '@gerbang/domain/invoices';
import { mayMoveInvoicePayment, type VerificationStatus } from '@gerbang/domain/invoice-payments';
import { conflict, type Problem, unprocessable } from '@gerbang/service-kit/http/problems';
import { rupiahText } from '../family-messages.ts';
import type { PayableInvoice } from './invoice-payments.repository.ts';

/** The actions of the trail that change a payment, for the answer to a stale version. */
export const PAYMENT_ACTIONS = [
  'invoice_payment.created',
  'invoice_payment.edited',
  'invoice_payment.verified',
  'invoice_payment.rejected',
] as const;

const overRemaining = (remaining: number): string =>
  `Jumlah pembayaran melebihi sisa tagihan (${rupiahText(remaining)})`;

/** 409 unless a payment can be sent now: one waits already, or nothing is left to pay (authorization row E09). */
function refuseUnpayable(invoice: PayableInvoice, today: string): number {
  const state = invoiceState({ ...invoice, amount_paid: invoice.paid_amount }, today);
  if (state.payable) return state.remaining;
  throw invoice.waiting
    ? conflict('payment_waiting', 'Masih ada pembayaran tagihan ini yang menunggu verifikasi.')
    : conflict('invoice_paid', 'Tagihan ini sudah lunas.');
}

/** 422 where the amount is more than what is left (decisions, Re-enrolment). */
export function refuseAmount(amount: number, remaining: number): void {
  if (amount <= remaining) return;
  const message = overRemaining(remaining);
  throw unprocessable('amount_paid', message, [{ path: 'amount_paid', message }]);
}

/** Whether this payment can be sent now; asked before the file is claimed, and again with the invoice locked. */
export function refusePayment(
  invoice: PayableInvoice,
  payment: { readonly amount_paid: number; readonly payment_date: string },
  now: Date,
): void {
  const today = jakartaDay(now);
  const remaining = refuseUnpayable(invoice, today);
  refuseAmount(payment.amount_paid, remaining);
  if (payment.payment_date <= today) return;
  const message = 'Tanggal pembayaran tidak boleh di masa depan';
  throw unprocessable('payment_date', message, [{ path: 'payment_date', message }]);
}

/** 409 where the machine has no such edge for staff: a payment is looked at once (reliability I8). */
export function refuseMove(from: VerificationStatus, to: VerificationStatus): void {
  if (mayMoveInvoicePayment(from, to, 'staff')) return;
  throw conflict(
    'payment_checked',
    from === 'verified' ? 'Pembayaran ini sudah diverifikasi.' : 'Pembayaran ini sudah ditolak.',
  );
}

/** The refusal of a verification that would pay more than the invoice's total (Precisions, Answers: 409). */
export function wouldOverpay(remaining: number): Problem {
  return conflict('over_remaining', `${overRemaining(remaining)}. Pembayaran tidak dapat diverifikasi.`);
}
