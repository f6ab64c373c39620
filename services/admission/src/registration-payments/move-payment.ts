import type { PaymentCause, PaymentStatus } from '@gerbang/domain/registration-payments';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { publishRegistrations } from '../registrations/registration-events.ts';
import type { LockedRegistration } from '../registrations/registrations.repository.ts';

interface Move {
  readonly to: PaymentStatus;
  readonly cause: PaymentCause;
  readonly action: string;
  readonly fileId: string | null;
  readonly reason: string | null;
}

/**
 * Writes a new state of the fee with its history, trail and event; answers the history row's id. Only `verified` keeps
 * who and when, only `rejected` a reason (decisions, Registrations).
 */
export async function movePayment(
  context: Context,
  trx: Db,
  caller: Caller,
  present: LockedRegistration,
  { to, cause, action, fileId, reason }: Move,
): Promise<string> {
  const { id, payment_status: from } = present;
  const actor = await actorOf(trx, caller);
  const verified = to === 'verified';
  const eventId = uuidv7();
  await trx('registrations')
    .where({ id })
    .update({
      payment_status: to,
      payment_evidence_file_id: fileId,
      rejection_reason: reason,
      payment_verified_at: verified ? context.now() : null,
      payment_verified_by: verified ? actor.id : null,
      payment_verified_by_name: verified ? actor.name : null,
      payment_verified_by_role: verified ? actor.role : null,
      version: present.version + 1,
      updated_at: trx.fn.now(),
    });
  await trx('registration_payment_events').insert({
    id: eventId,
    registration_id: id,
    from_status: from,
    to_status: to,
    cause,
    file_id: fileId,
    reason,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
  });
  const { payment_evidence_file_id: fileBefore, rejection_reason: reasonBefore } = present;
  await audit(trx, {
    action,
    actor,
    subject: id,
    details: {
      child_id: present.child_id,
      payment_status: { from, to },
      ...(fileId !== fileBefore && { file: { from: fileBefore, to: fileId } }),
      ...(reason !== reasonBefore && { rejection_reason: { from: reasonBefore, to: reason } }),
    },
    origin: caller.origin,
  });
  await publishRegistrations(context, trx, [id]);
  return eventId;
}
