import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { publishRegistrations } from '../registration-record/registration-events.ts';
import { notifyFamily, type Requested } from '../registration-record/registration-messages.ts';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { publishBookedFee } from './booked-fees.ts';
import type { MovedPayment } from './move-payment.ts';
import { sourceOf } from './settlement-source.ts';

const MESSAGES = { verified: 'fee_verified', rejected: 'fee_rejected' } as const;

/**
 * Publishes a decision about the fee, whoever took it: the copies, the booking, the message to the family. A fee that money
 * from the bank had verified gives that money back to billing.
 */
export async function publishDecision(
  context: Context,
  trx: Db,
  from: Requested,
  present: LockedRegistration,
  { to, eventId }: MovedPayment,
): Promise<void> {
  await publishRegistrations(context, trx, [present.id]);
  await publishBookedFee(context, trx, eventId);
  const source = sourceOf(present);
  if (source !== null) {
    await context.outbox.publish(trx, 'fee.settlement.refused', {
      registration_id: present.id,
      amount: present.payment_amount,
      source,
      reason: 'undone',
    });
  }
  if (to === 'verified' || to === 'rejected') {
    await notifyFamily(context, trx, from, present, { kind: MESSAGES[to], entryId: eventId });
  }
}
