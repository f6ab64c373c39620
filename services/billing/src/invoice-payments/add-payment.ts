import { addInvoicePayment, type InvoicePayment } from '@gerbang/contracts/invoice-payments';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { z } from 'zod';
import { assertBooking, beginBooking } from '../hand-bookings/assert-proved.ts';
import { refuseHeld } from './alerted-proofs.repository.ts';
import { keepPayment } from './change-payment.ts';
import { viewPayment } from './invoice-payments.view.ts';
import { lockPayable, type SendingContext, sendOnce } from './send-payment.ts';
import { verifyPayment } from './verify-payment.ts';

/** A payment that staff add for a family; with `auto_verify` it is verified in the same transaction. */
export function addPayment(
  context: SendingContext,
  caller: Caller,
  body: z.output<(typeof addInvoicePayment)['body']>,
): Promise<InvoicePayment> {
  const {
    payment_evidence_url: proof = null,
    payment_evidence_filename: _name,
    bank_info = null,
    admin_notes = null,
    ...rest
  } = body;
  const payment = { ...rest, bank_info, admin_notes };
  const sending = { ownerId: null, route: addInvoicePayment.id, body, payment, proof };
  return sendOnce(context, caller, sending, async (trx, file) => {
    if (payment.auto_verify) await beginBooking(trx, caller);
    const invoice = await lockPayable(context, trx, caller, sending);
    if (payment.auto_verify) await assertBooking(context, trx, caller, payment.amount_paid);
    const id = await keepPayment(context, trx, caller, { invoice, payment, file });
    if (!payment.auto_verify) return viewPayment(context, trx, caller, id);
    refuseHeld(file?.alert ?? null);
    // An If-Match of this call does not concern the payment, which is new.
    const sender = { ...caller, ifMatch: undefined };
    return verifyPayment(context, { transaction: (work) => work(trx) }, sender, id);
  });
}
