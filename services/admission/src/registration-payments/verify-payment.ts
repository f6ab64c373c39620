import type { StaffRegistration } from '@gerbang/contracts/admission.types';
import type { verifyPayment as call } from '@gerbang/contracts/staff-registrations';
import { mayMovePayment, PAYMENT_LABELS, type PaymentStatus } from '@gerbang/domain/registration-payments';
import { hasResult } from '@gerbang/domain/registration-stages';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { notifyFeeChecked } from '../registrations/registration-messages.ts';
import type { LockedRegistration } from '../registrations/registrations.repository.ts';
import { movePayment } from './move-payment.ts';
import { changeAsStaff } from '../staff-registrations/staff-view.ts';

type Body = z.output<(typeof call)['body']>;

const ACTIONS = {
  verified: 'registration.payment_verified',
  rejected: 'registration.payment_rejected',
  paid: 'registration.payment_reverted',
} as const;

/** Whether the fee may go there now (admission workflow §4; authorization row C19). */
function refuseMove(present: LockedRegistration, to: PaymentStatus): void {
  if (hasResult(present.current_stage)) {
    throw conflict(
      'result_known',
      'Pembayaran tidak dapat diubah lagi karena hasil observasi sudah diumumkan.',
    );
  }
  if (!mayMovePayment(present.payment_status, to, 'verification')) {
    const [from, wanted] = [PAYMENT_LABELS[present.payment_status], PAYMENT_LABELS[to]];
    throw conflict('payment_state', `Status pembayaran tidak dapat diubah dari ${from} menjadi ${wanted}.`);
  }
  if (to === 'verified' && present.payment_evidence_file_id === null) {
    throw conflict('proof_missing', 'Pembayaran belum dapat diverifikasi karena belum ada bukti pembayaran.');
  }
}

/**
 * 'Tetap Verifikasi' and 'Tetap Tolak': who, when and history stay, nobody is told (Precisions, Repeating and racing).
 * A reason that was worded anew is kept, with what it was before in the trail: the family reads the present one.
 */
async function keepStatus(
  trx: Db,
  caller: Caller,
  present: LockedRegistration,
  { payment_status, rejection_reason: reason }: Body,
): Promise<'changed' | 'unchanged'> {
  const { id, child_id, rejection_reason: before } = present;
  if (payment_status !== 'rejected' || !reason || reason === before) return 'unchanged';
  await trx('registrations')
    .where({ id })
    .update({ rejection_reason: reason, version: present.version + 1, updated_at: trx.fn.now() });
  await audit(trx, {
    action: 'registration.rejection_reason_changed',
    actor: await actorOf(trx, caller),
    subject: id,
    details: { child_id, rejection_reason: { from: before, to: reason } },
    origin: caller.origin,
  });
  return 'changed';
}

/** Verifies, rejects or takes back the fee of a registration (authorization row C19; decisions, Registrations). */
export async function verifyPayment(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<StaffRegistration> {
  const { payment_status: to } = body;
  return changeAsStaff(context, caller, id, async (trx, present) => {
    if (present.payment_status === to) return keepStatus(trx, caller, present, body);
    refuseMove(present, to);
    const reason = to === 'rejected' ? (body.rejection_reason ?? null) : null;
    const eventId = await movePayment(context, trx, caller, present, {
      to,
      cause: 'verification',
      action: ACTIONS[to],
      fileId: present.payment_evidence_file_id,
      reason,
    });
    if (to !== 'paid') {
      const family = { userId: present.family_user_id, requestId: caller.origin.requestId };
      await notifyFeeChecked(context, trx, family, present, { to, reason, eventId });
    }
    return 'changed';
  });
}
