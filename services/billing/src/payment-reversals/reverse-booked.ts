import type { InvoicePayment } from '@gerbang/contracts/invoice-payments';
import type { ReversalCause } from '@gerbang/domain/payment-reversals';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { uncompleteConfirmation } from '../enrollment-confirmations/complete-confirmation.ts';
import { notifyPaymentReversed } from '../family-messages.ts';
import { changePayment } from '../invoice-payments/change-payment.ts';
import { unbookPayment } from '../invoice-payments/ledger.repository.ts';
import { revokeReceipt } from '../papers/papers.repository.ts';

/** Why a payment is reversed. */
export interface Reversal {
  readonly cause: ReversalCause;
  readonly reason: string;
}

const REVOKED = 'Pembayaran dibatalkan';

/**
 * Reverses a verified payment under its locks: a negative entry of the ledger today, the receipt revoked, a complete
 * re-enrolment open again, and the family told. What becomes of the money is the caller's to write. 409 where the payment
 * is not verified.
 */
export function reverseBooked(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  id: string,
  { cause, reason }: Reversal,
): Promise<InvoicePayment> {
  const change = { id, action: 'reverse' } as const;
  return changePayment(context, { transaction: (work) => work(trx) }, caller, change, async (step) => {
    const { invoice } = step.present;
    const by = await step.actor();
    const paid = await unbookPayment(trx, step.present, by);
    await uncompleteConfirmation(context, trx, caller, invoice.enrollment_confirmation_id);
    await revokeReceipt(trx, id, { revoked_at: context.now(), reason: REVOKED });
    return {
      columns: {
        reversed_by_id: by.id,
        reversed_by_name: by.name,
        reversed_by_role: caller.role,
        reversed_at: context.now(),
        reversal_cause: cause,
        reversal_reason: reason,
      },
      reason,
      details: { reversal_cause: cause, paid_amount: { from: invoice.paid_amount, to: paid } },
      notify: () => notifyPaymentReversed(context, trx, invoice, id, caller.origin.requestId),
    };
  });
}
