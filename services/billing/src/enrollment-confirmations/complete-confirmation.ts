import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { notifyConfirmation } from '../family-messages.ts';
import { hasUnpaidInvoice } from '../invoices/invoices.repository.ts';
import { changeConfirmation, refuseMove } from './change-confirmation.ts';
import { lockConfirmation } from './enrollment-confirmations.repository.ts';

/**
 * Completes a re-enrolment when all its invoices are paid, in the transaction of the last payment, and notifies the
 * family; returns whether it did. To be called after the invoice was locked and written: the confirmation's lock
 * serialises two payments of one scheme, so the later one sees both.
 */
export async function completeConfirmation(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  id: string,
): Promise<boolean> {
  // The caller's If-Match names the version of its payment, not of the confirmation.
  const ofPayment = { ...caller, ifMatch: undefined };
  return changeConfirmation(context, { transaction: (work) => work(trx) }, ofPayment, {
    lock: () => lockConfirmation(trx, { id }),
    decide: async ({ present }) => {
      // Read under the confirmation's lock: payments that committed before it are seen.
      if (present.status === 'completed' || (await hasUnpaidInvoice(trx, id))) return null;
      refuseMove(present.status, 'completed', 'system');
      return { to: 'completed', cause: 'completed', columns: { completed_at: context.now() } };
    },
    notify: (_step, changed) => notifyConfirmation(context, trx, 'enrollment_completed', changed),
    view: (_step, changed) => changed,
  });
}

/** Opens a complete re-enrolment again whose invoices are no longer paid, under the same locks; its cause tells the family. */
export async function uncompleteConfirmation(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  id: string,
  cause: 'payment_reversed' | 'scheme_revised' = 'payment_reversed',
): Promise<void> {
  await changeConfirmation(
    context,
    { transaction: (work) => work(trx) },
    { ...caller, ifMatch: undefined },
    {
      lock: () => lockConfirmation(trx, { id }),
      decide: async ({ present }) => {
        if (present.status !== 'completed') return null;
        refuseMove(present.status, 'processed', 'system');
        return { to: 'processed', cause, columns: { completed_at: null } };
      },
      notify: async () => {},
      view: () => undefined,
    },
  );
}
