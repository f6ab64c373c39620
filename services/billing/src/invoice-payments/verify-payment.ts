import type { verifyInvoicePayment as call, InvoicePayment } from '@gerbang/contracts/invoice-payments';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Tables } from '../database.types.ts';
import { fallIn } from '../drawers/fall-in.ts';
import { completeConfirmation } from '../enrollment-confirmations/complete-confirmation.ts';
import { notifyPaymentDecided } from '../family-messages.ts';
import { assertBooking, beginBooking } from '../hand-bookings/assert-proved.ts';
import { refuseHeldProof } from './alerted-proofs.repository.ts';
import { changePayment } from './change-payment.ts';
import { bookPayment } from './ledger.repository.ts';
import { wouldOverpay } from './payment-rules.ts';

type Payment = Tables['enrollment_invoice_payments'];
export type AssertMayBook = (
  payment: Pick<Payment, 'created_by_role' | 'amount_paid' | 'payment_evidence_file_id'>,
  trx: Db,
) => void | Promise<void>;

/**
 * Verifies a waiting payment: books it, completes the re-enrolment with the last rupiah, and notifies the family. 409
 * where it would pay more than the invoice's total. `assertMayBook` throws where the caller may not book this payment now;
 * `bankLineId` is the bank's line that proves it.
 */
export async function verifyPayment(
  context: Context,
  database: Pick<Database, 'transaction'>,
  caller: Caller,
  id: string,
  assertMayBook: AssertMayBook = () => undefined,
  bankLineId?: string,
): Promise<InvoicePayment> {
  return changePayment(
    context,
    database,
    caller,
    { id, action: 'verify' },
    async ({ trx, present, actor }) => {
      await assertMayBook(present, trx);
      const { invoice } = present;
      const by = await actor();
      const drawer = present.payment_method === 'cash' ? await fallIn(context, trx, [by]) : null;
      const booked = await bookPayment(trx, present, by, drawer);
      if (!booked) throw wouldOverpay(invoice.total_amount - invoice.paid_amount);
      const remaining = booked.total_amount - booked.paid_amount;
      if (remaining === 0) {
        await completeConfirmation(context, trx, caller, invoice.enrollment_confirmation_id);
      }
      return {
        columns: {
          verified_by_id: by.id,
          verified_by_name: by.name,
          verified_by_role: caller.role,
          verified_at: context.now(),
          ...(bankLineId !== undefined && { bank_line_id: bankLineId }),
        },
        details: {
          paid_amount: { from: invoice.paid_amount, to: booked.paid_amount },
          ...(bankLineId !== undefined && { bank_line_id: bankLineId }),
        },
        notify: () =>
          notifyPaymentDecided(context, trx, invoice, present, { remaining }, caller.origin.requestId),
      };
    },
  );
}

/** Rejects a waiting payment and notifies the family. */
async function rejectPayment(
  context: Context,
  caller: Caller,
  id: string,
  reason: string,
): Promise<InvoicePayment> {
  const change = { id, action: 'reject' } as const;
  return changePayment(context, context.database, caller, change, async ({ trx, present, actor }) => {
    const by = await actor();
    return {
      columns: {
        rejection_reason: reason,
        rejected_by_id: by.id,
        rejected_by_name: by.name,
        rejected_by_role: caller.role,
        rejected_at: context.now(),
      },
      reason,
      notify: () =>
        notifyPaymentDecided(context, trx, present.invoice, present, 'rejected', caller.origin.requestId),
    };
  });
}

/** The staff's decision about a payment, once. */
export async function decidePayment(
  context: Context,
  caller: Caller,
  id: string,
  { action, rejection_reason }: z.output<(typeof call)['body']>,
): Promise<InvoicePayment> {
  if (action === 'reject') return rejectPayment(context, caller, id, rejection_reason ?? '');
  const inTurn: Pick<Database, 'transaction'> = {
    transaction: (work) =>
      context.database.transaction(async (trx) => {
        await beginBooking(trx, caller);
        return work(trx);
      }),
  };
  return verifyPayment(context, inTurn, caller, id, async (payment, trx) => {
    if (payment.created_by_role !== 'wali_murid')
      await assertBooking(context, trx, caller, payment.amount_paid);
    await refuseHeldProof(trx, payment.payment_evidence_file_id);
  });
}
