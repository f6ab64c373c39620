import { BOOKING_REFUSALS } from '@gerbang/domain/bank-bookings';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { LineRecord } from '../bank-statements/bank-statements.repository.ts';
import type { Context } from '../context.ts';
import { refuseHeldFromBank } from '../invoice-payments/alerted-proofs.repository.ts';
import { changePayment, insertWaitingPayment } from '../invoice-payments/change-payment.ts';
import { type AssertMayBook, verifyPayment } from '../invoice-payments/verify-payment.ts';
import type { InvoiceRecord } from '../invoices/invoices.repository.ts';
import type { LockedTarget } from './lock-targets.ts';

type Line = Pick<LineRecord, 'id' | 'booked_on'>;

async function insertFromBank(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  { line, invoice, amount }: { line: Line; invoice: InvoiceRecord; amount: number },
): Promise<string> {
  const id = uuidv7();
  await insertWaitingPayment(trx, caller, invoice, {
    id,
    enrollment_invoice_id: invoice.id,
    amount_paid: amount,
    payment_date: line.booked_on,
    payment_method: 'transfer',
    bank_info: null,
    admin_notes: null,
    auto_verify: true,
    payment_evidence_file_id: null,
    payment_evidence_filename: null,
    bank_line_id: line.id,
    created_at: context.now(),
  });
  return id;
}

/**
 * Pays an invoice with a line's money, through the door of every verified payment; returns payment and receipt's number. A
 * payment that waits is the family's word about the same money: it is corrected to the bank's amount where the caller may
 * decide that, and verified with its proof. 409 `proof_waiting` otherwise, and for cash that waits; for a proof that is like
 * another one as every verification of it.
 */
export async function payInvoice(
  context: Context,
  trx: Knex.Transaction,
  calling: Caller,
  target: Pick<LockedTarget, 'waiting'> & { readonly invoice: InvoiceRecord },
  {
    line,
    amount,
    mayCorrect,
  }: { readonly line: Line; readonly amount: number; readonly mayCorrect: boolean },
): Promise<{ readonly id: string; readonly receipt: string | null }> {
  // An If-Match of this call names the version of the line.
  const caller = { ...calling, ifMatch: undefined };
  const within: Pick<Database, 'transaction'> = { transaction: (work) => work(trx) };
  const { waiting, invoice } = target;
  const differs = waiting !== undefined && waiting.amount_paid !== amount;
  if (waiting && (waiting.payment_method !== 'transfer' || (differs && !mayCorrect))) {
    throw conflict('proof_waiting', BOOKING_REFUSALS.proof_waiting);
  }
  if (differs) {
    await changePayment(context, within, caller, { id: waiting.id, action: 'edit' }, async () => ({
      columns: { amount_paid: amount },
      details: { bank_line_id: line.id },
    }));
  }
  const id = waiting?.id ?? (await insertFromBank(context, trx, caller, { line, invoice, amount }));
  const refuseHeld: AssertMayBook = (payment, by) => refuseHeldFromBank(by, payment.payment_evidence_file_id);
  const { receipt_number } = await verifyPayment(context, within, caller, id, refuseHeld, line.id);
  return { id, receipt: receipt_number };
}
