import { can } from '@gerbang/domain/abilities';
import { CASH_MISSING_TEXTS, missingOfCash, paymentDayProblem } from '@gerbang/domain/invoice-payments';
import { invoiceState } from '@gerbang/domain/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { SchoolSettings } from '@gerbang/domain/school-settings';
import type { Caller } from '@gerbang/service-kit/http/caller';
import {
  conflict,
  forbidden,
  type Problem,
  refusedField,
  unprocessable,
} from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import type { InvoiceRecord } from '../invoices/invoices.repository.ts';
import { rupiahText } from '../texts.ts';
import type { NewPayment } from './invoice-payments.repository.ts';

const overRemaining = (remaining: number): string =>
  `Jumlah pembayaran melebihi sisa tagihan (${rupiahText(remaining)})`;

/** 409 where a payment waits already or nothing is left to pay; returns the remaining rupiah. */
function refuseUnpayable(invoice: InvoiceRecord, today: string): number {
  refuseSettledInvoice(invoice);
  const state = invoiceState({ ...invoice, amount_paid: invoice.paid_amount }, today);
  if (state.payable) return state.remaining;
  throw conflict('payment_waiting', 'Masih ada pembayaran tagihan ini yang menunggu verifikasi.');
}

/** 409 where nothing is left to pay of the invoice. */
export function refuseSettledInvoice({
  total_amount,
  paid_amount,
  waiting,
  voided_by,
}: Pick<InvoiceRecord, 'total_amount' | 'paid_amount' | 'waiting' | 'voided_by'>): void {
  if (voided_by !== null) throw conflict('invoice_void', 'Tagihan ini sudah dibatalkan oleh sekolah.');
  if (paid_amount < total_amount || waiting) return;
  throw conflict('invoice_paid', 'Tagihan ini sudah lunas.');
}

/** 422 where the amount is more than what remains to be paid. */
export function refuseAmount(amount: number, remaining: number): void {
  if (amount <= remaining) return;
  const message = overRemaining(remaining);
  throw unprocessable('amount_paid', message, [{ path: 'amount_paid', message }]);
}

/** 403 for cash by a role that takes none; 422 without the proof or the note that the school wants for it. */
function refuseCash(
  { role }: Pick<Caller, 'role'>,
  { cash_proof: setting }: Pick<SchoolSettings, 'cash_proof'>,
  { payment_method: method, admin_notes: note }: Pick<NewPayment, 'payment_method' | 'admin_notes'>,
  hasProof: boolean,
): void {
  if (method !== 'cash') return;
  if (!can(role, 'invoices.take_cash')) {
    throw forbidden('Pembayaran tunai dicatat oleh keuangan atau administrator.');
  }
  const missing = missingOfCash(setting, { hasProof, note });
  if (missing === null) return;
  const path = missing === 'proof' ? 'payment_evidence_url' : 'admin_notes';
  throw refusedField('proof_missing', path, CASH_MISSING_TEXTS[missing]);
}

/**
 * 403, 409 or 422 for a new payment that this caller may not send, or that the invoice does not take, or not with this
 * amount or day. It is asked before the proof is claimed, and under the invoice's lock, as settings may change meanwhile.
 */
export function refusePayment(
  context: Pick<Context, 'now' | 'school'>,
  caller: Pick<Caller, 'role'>,
  invoice: InvoiceRecord,
  payment: Pick<NewPayment, 'amount_paid' | 'payment_date' | 'payment_method' | 'admin_notes'>,
  hasProof: boolean,
): void {
  refuseCash(caller, context.school.settings, payment, hasProof);
  const now = context.now();
  refuseAmount(payment.amount_paid, refuseUnpayable(invoice, jakartaDay(now)));
  const { payment_method: method, payment_date: day } = payment;
  const problem = paymentDayProblem(day, { method, invoiceMadeAt: invoice.created_at, now });
  if (problem !== null) throw refusedField('payment_date', 'payment_date', problem);
}

/** 409 for a verification that would pay more than the invoice's total. */
export function wouldOverpay(remaining: number): Problem {
  return conflict('over_remaining', `${overRemaining(remaining)}. Pembayaran tidak dapat diverifikasi.`);
}
