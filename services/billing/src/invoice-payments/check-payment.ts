import type { InvoicePayment } from '@gerbang/contracts/billing.types';
import type { verifyInvoicePayment as call } from '@gerbang/contracts/invoice-payments';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import type { z } from 'zod';
import { completeWhenPaid } from '../enrollment-confirmations/complete-confirmation.ts';
import type { Context } from '../context.ts';
import { nextDocumentNumber } from '../invoices/document-numbers.ts';
import { bookPayment } from '../ledger/book-payment.ts';
import { recordStep } from './change-payment.ts';
import { notifyChecked } from './payment-messages.ts';
import { PAYMENT_ACTIONS, refuseMove, wouldOverpay } from './payment-rules.ts';
import { noPayment, toPayment } from './invoice-payments.view.ts';
import {
  lockPayment,
  type PayableInvoice,
  type PaymentRecord,
  paymentOf,
} from './invoice-payments.repository.ts';

type Body = z.output<(typeof call)['body']>;

/** The payment as it stands after the transaction's writes. */
export async function presentPayment(
  context: Context,
  trx: Db,
  caller: Caller,
  id: string,
): Promise<InvoicePayment> {
  const record = await paymentOf(trx, id);
  if (!record) throw new Error('a payment that was just written is gone');
  return toPayment(context, record, caller.role);
}

/**
 * Verifies a waiting payment whose invoice is locked: books it, completes the re-enrolment with the last rupiah, tells the
 * family, and gives the receipt its number last, because the next verification waits for that row (reliability I1, I2).
 */
export async function verifyLocked(
  context: Context,
  trx: Db,
  caller: Caller,
  { payment, invoice }: { payment: PaymentRecord; invoice: PayableInvoice },
): Promise<void> {
  const actor = await actorOf(trx, caller);
  const booked = await bookPayment(trx, payment, actor);
  if (!booked) throw wouldOverpay(invoice.total_amount - invoice.paid_amount);
  const remaining = booked.total_amount - booked.paid_amount;
  if (remaining === 0) await completeWhenPaid(context, trx, caller, invoice.enrollment_confirmation_id);
  const told = { id: payment.id, amount_paid: payment.amount_paid, requestId: caller.origin.requestId };
  await notifyChecked(context, trx, invoice, told, { remaining });
  const version = payment.version + 1;
  const verifiedAt = context.now();
  await recordStep(trx, caller, actor, {
    kind: 'verified',
    invoice,
    payment: { ...payment, version },
    from: 'pending',
    to: 'verified',
    details: { paid_amount: { from: invoice.paid_amount, to: booked.paid_amount } },
  });
  const receipt_number = await nextDocumentNumber(context, trx, 'KW');
  await trx('enrollment_invoice_payments').where({ id: payment.id, verification_status: 'pending' }).update({
    verification_status: 'verified',
    verified_by_id: actor.id,
    verified_by_name: actor.name,
    verified_by_role: actor.role,
    verified_at: verifiedAt,
    receipt_number,
    version,
    updated_at: trx.fn.now(),
  });
}

async function rejectLocked(
  context: Context,
  trx: Db,
  caller: Caller,
  { payment, invoice }: { payment: PaymentRecord; invoice: PayableInvoice },
  reason: string,
): Promise<void> {
  const actor = await actorOf(trx, caller);
  const version = payment.version + 1;
  await trx('enrollment_invoice_payments').where({ id: payment.id, verification_status: 'pending' }).update({
    verification_status: 'rejected',
    rejection_reason: reason,
    rejected_by_id: actor.id,
    rejected_by_name: actor.name,
    rejected_by_role: actor.role,
    rejected_at: context.now(),
    version,
    updated_at: trx.fn.now(),
  });
  await recordStep(trx, caller, actor, {
    kind: 'rejected',
    invoice,
    payment: { ...payment, version },
    from: 'pending',
    to: 'rejected',
    reason,
  });
  const told = { id: payment.id, amount_paid: payment.amount_paid, requestId: caller.origin.requestId };
  await notifyChecked(context, trx, invoice, told, { reason });
}

/** Verifies or rejects a waiting payment, once (authorization row E15; decisions, Re-enrolment and money). */
export async function checkPayment(
  context: Context,
  caller: Caller,
  id: string,
  { action, rejection_reason }: Body,
): Promise<InvoicePayment> {
  return context.database.transaction(async (trx) => {
    const found = await lockPayment(trx, id);
    if (!found) throw noPayment();
    await refuseStale(trx, {
      header: caller.ifMatch,
      record: found.payment,
      actions: PAYMENT_ACTIONS,
      current: () => toPayment(context, found.payment, caller.role),
    });
    refuseMove(found.payment.verification_status, action === 'verify' ? 'verified' : 'rejected');
    if (action === 'verify') await verifyLocked(context, trx, caller, found);
    else await rejectLocked(context, trx, caller, found, rejection_reason ?? '');
    return presentPayment(context, trx, caller, id);
  });
}
