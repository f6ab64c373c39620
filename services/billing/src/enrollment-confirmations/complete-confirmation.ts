import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { notifyConfirmation } from './confirmation-messages.ts';
import { moveConfirmation, refuseMove } from './change-confirmation.ts';
import { lockConfirmation } from './enrollment-confirmations.repository.ts';

/**
 * Completes the re-enrolment when every invoice of its scheme is paid, in the transaction of the last payment, and tells
 * the family (decisions, Re-enrolment); answers whether it did. To be called after the invoice was locked and written:
 * the confirmation's lock makes two payments of one scheme come one after the other, so that the later one sees both.
 */
export async function completeWhenPaid(
  context: Context,
  trx: Db,
  caller: Caller,
  confirmationId: string,
): Promise<boolean> {
  const present = await lockConfirmation(trx, confirmationId);
  if (!present) throw new Error('an invoice without a confirmation');
  if (present.status === 'completed') return false;
  // Read after the lock: what the others committed before it is seen.
  const open = await trx('enrollment_invoices')
    .where({ enrollment_confirmation_id: confirmationId })
    .whereRaw('paid_amount < total_amount')
    .first('id');
  if (open) return false;
  refuseMove(present.status, 'completed', 'system');
  const eventId = await moveConfirmation(context, trx, caller, present, {
    to: 'completed',
    cause: 'completed',
    fields: { completed_at: context.now() },
  });
  await notifyConfirmation(context, trx, 'enrollment_completed', {
    userId: present.user_id,
    child: present.child_name,
    registrationNumber: present.registration_number,
    eventId,
    requestId: caller.origin.requestId,
  });
  return true;
}
