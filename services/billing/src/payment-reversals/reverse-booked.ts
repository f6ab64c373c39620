import type { InvoicePayment } from '@gerbang/contracts/invoice-payments';
import type { ReversalCause } from '@gerbang/domain/payment-reversals';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { uncompleteConfirmation } from '../enrollment-confirmations/complete-confirmation.ts';
import { notifyPaymentReversed } from '../family-messages.ts';
import { fallIn } from '../drawers/fall-in.ts';
import { changePayment } from '../invoice-payments/change-payment.ts';
import { unbookPayment } from '../invoice-payments/ledger.repository.ts';
import type { LockedPayment } from '../invoice-payments/invoice-payments.repository.ts';
import { revokeReceipt } from '../papers/papers.repository.ts';

/** Why a payment is reversed. */
export interface Reversal {
  readonly cause: ReversalCause;
  readonly reason: string;
  /** Who asked for it, where a second person carries it out. */
  readonly asker?: Actor;
}

/** Cash that no line of the bank proves. */
const isCash = ({ payment_method, bank_line_id }: LockedPayment): boolean =>
  payment_method === 'cash' && bank_line_id === null;

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
  { cause, reason, asker }: Reversal,
): Promise<InvoicePayment> {
  const change = { id, action: 'reverse' } as const;
  return changePayment(context, { transaction: (work) => work(trx) }, caller, change, async (step) => {
    const { invoice } = step.present;
    const by = await step.actor();
    const people = asker ? ([by, asker] as const) : ([by] as const);
    const drawer = isCash(step.present) ? await fallIn(context, trx, people) : null;
    const paid = await unbookPayment(trx, step.present, by, drawer);
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
