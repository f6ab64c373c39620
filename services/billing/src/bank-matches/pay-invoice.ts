import { BOOKING_REFUSALS } from '@gerbang/domain/bank-bookings';
import type { PaymentMethod } from '@gerbang/domain/invoice-payments';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { LineRecord } from '../bank-line-record/bank-lines.repository.ts';
import type { Context } from '../context.ts';
import { refuseHeldFromBank } from '../invoice-payments/alerted-proofs.repository.ts';
import { changePayment, keepPayment } from '../invoice-payments/change-payment.ts';
import { type AssertMayBook, verifyPayment } from '../invoice-payments/verify-payment.ts';
import type { InvoiceRecord } from '../invoices/invoices.repository.ts';
import type { LockedTarget } from './lock-targets.ts';

/** Money that pays an invoice: of a bank's line, through a provider, or of a payment that was reversed. */
export interface Money {
  readonly lineId: string | null;
  readonly movedFromId: string | null;
  /** The request to the provider that it came through. */
  readonly payRequestId?: string;
  /** The day on which it came in. */
  readonly day: string;
  readonly method: PaymentMethod;
}

/** The money of a bank's line. */
export const lineMoney = ({ id, booked_on: day }: Pick<LineRecord, 'id' | 'booked_on'>) =>
  ({ lineId: id, movedFromId: null, day, method: 'transfer' }) as const;

function keepPaid(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  { money, invoice, amount }: { money: Money; invoice: InvoiceRecord; amount: number },
): Promise<string> {
  const payment = {
    enrollment_invoice_id: invoice.id,
    amount_paid: amount,
    payment_date: money.day,
    payment_method: money.method,
    bank_info: null,
    admin_notes: null,
    auto_verify: true,
    bank_line_id: money.lineId,
    moved_from_id: money.movedFromId,
    ...(money.payRequestId !== undefined && { pay_request_id: money.payRequestId }),
  };
  return keepPayment(context, trx, caller, { invoice, payment, file: null });
}

/**
 * Pays an invoice with money that is there, through the door of every verified payment; returns payment and receipt's number. A
 * payment that waits is the family's word about the same money: it is corrected to the bank's amount where the caller may
 * decide that, and verified with its proof. 409 `proof_waiting` otherwise, for cash that waits, and for moved money; for a proof that is like
 * another one as every verification of it.
 */
export async function payInvoice(
  context: Context,
  trx: Knex.Transaction,
  calling: Caller,
  target: Pick<LockedTarget, 'waiting'> & { readonly invoice: InvoiceRecord },
  {
    money,
    amount,
    mayCorrect,
  }: { readonly money: Money; readonly amount: number; readonly mayCorrect: boolean },
): Promise<{ readonly id: string; readonly receipt: string | null }> {
  // An If-Match of this call names the version of the line.
  const caller = { ...calling, ifMatch: undefined };
  const within: Pick<Database, 'transaction'> = { transaction: (work) => work(trx) };
  const { waiting, invoice } = target;
  const differs = waiting !== undefined && waiting.amount_paid !== amount;
  const { lineId } = money;
  if (waiting && (lineId === null || waiting.payment_method !== 'transfer' || (differs && !mayCorrect))) {
    throw conflict('proof_waiting', BOOKING_REFUSALS.proof_waiting);
  }
  if (differs) {
    await changePayment(context, within, caller, { id: waiting.id, action: 'edit' }, async () => ({
      columns: { amount_paid: amount },
      details: { bank_line_id: lineId },
    }));
  }
  const id = waiting?.id ?? (await keepPaid(context, trx, caller, { money, invoice, amount }));
  const refuseHeld: AssertMayBook = (payment, by) => refuseHeldFromBank(by, payment.payment_evidence_file_id);
  const { receipt_number } = await verifyPayment(
    context,
    within,
    caller,
    id,
    refuseHeld,
    lineId ?? undefined,
  );
  return { id, receipt: receipt_number };
}
