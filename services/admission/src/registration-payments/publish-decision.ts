import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { hasRoom } from '../observation-slots/slots.repository.ts';
import { publishMoves } from '../registration-record/publish.ts';
import { notifyFamily, type Requested } from '../registration-record/notify.ts';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { publishBookedFee } from './booked-fees.ts';
import { feeMove, type MovedPayment } from './move-payment.ts';
import { sourceOf } from '../registration-record/registrations.view.ts';

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
  moved: MovedPayment,
): Promise<void> {
  const { to, eventId } = moved;
  await publishMoves(context, trx, [feeMove(present, moved)]);
  await publishBookedFee(context, trx, eventId, from.origin.requestId);
  const source = sourceOf(present);
  if (source !== null && source.kind !== 'cash' && source.kind !== 'import') {
    await context.outbox.publish(trx, 'fee.settlement.refused', {
      registration_id: present.id,
      amount: present.payment_amount,
      source,
      reason: 'undone',
    });
  }
  // A family that has left awaits no observation and sends no other proof: the portal shows what became of its money.
  if ((to === 'verified' || to === 'rejected') && present.current_stage !== 'withdrawn') {
    const chooses = to === 'verified' && present.current_stage === 'registered';
    const kind = chooses && (await hasRoom(trx, present, context.now())) ? 'slot_choose' : MESSAGES[to];
    await notifyFamily(context, trx, from, present, { kind, entryId: eventId });
  }
}
