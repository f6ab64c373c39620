import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import type { verifyPayment as call } from '@gerbang/contracts/registration-payments';
import { mayMovePayment, PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { isFeeFixed } from '@gerbang/domain/registration-stages';
import { changeLocked, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { staffRegistrationSteps } from '../registration-record/read-registration.ts';
import { type MovedPayment, movePayment, paymentNote } from './move-payment.ts';
import { publishDecision } from './publish-decision.ts';
import { refuseReturned } from './returned-fee.ts';
import { writeRejectionReason } from '../registration-record/payments.repository.ts';

type Body = z.output<(typeof call)['body']>;

const ACTIONS = {
  verified: 'registration.payment_verified',
  rejected: 'registration.payment_rejected',
  paid: 'registration.payment_reverted',
} as const;

const NO_PROOF = {
  verified: 'Pembayaran belum dapat diverifikasi karena belum ada bukti pembayaran.',
  paid: 'Pembayaran tidak dapat dikembalikan ke Menunggu Verifikasi karena tidak ada bukti pembayaran.',
} as const;

/** 409 where the fee cannot go there now. */
function refuseMove(present: LockedRegistration, to: Body['payment_status']): void {
  if (isFeeFixed(present.current_stage, present.payment_status)) {
    const since =
      present.current_stage === 'withdrawn' ? 'keluarga sudah mundur' : 'hasil observasi sudah diumumkan';
    throw conflict('result_known', `Pembayaran tidak dapat diubah lagi karena ${since}.`);
  }
  if (!mayMovePayment(present.payment_status, to, 'verification')) {
    const [from, wanted] = [PAYMENT_LABELS[present.payment_status], PAYMENT_LABELS[to]];
    throw conflict('payment_state', `Status pembayaran tidak dapat diubah dari ${from} menjadi ${wanted}.`);
  }
  if (to !== 'rejected' && present.payment_evidence_file_id === null) {
    throw conflict('proof_missing', NO_PROOF[to]);
  }
  refuseReturned(present);
}

/** A fee that was moved, or that stays rejected with another wording of the reason. */
type Checked = { readonly moved: MovedPayment } | { readonly reworded: string };

/**
 * 'Tetap Verifikasi' and 'Tetap Tolak': person, moment and history stay and the family gets no message. A new wording of
 * the reason is kept, because the family reads it.
 */
async function keepStatus(
  { trx, present }: LockedStep<LockedRegistration>,
  { payment_status, rejection_reason: reason }: Body,
): Promise<Checked | null> {
  if (payment_status !== 'rejected' || !reason || reason === present.rejection_reason) return null;
  await writeRejectionReason(trx, present, reason);
  return { reworded: reason };
}

/** Verifies, rejects or reverts the fee of a registration. */
export async function verifyPayment(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<StaffRegistration> {
  const { payment_status: to } = body;
  const reason = to === 'rejected' ? (body.rejection_reason ?? null) : null;
  return changeLocked(context.database, caller, {
    ...staffRegistrationSteps(context, caller, id),
    apply: async (step): Promise<Checked | null> => {
      const { present } = step;
      if (present.payment_status === to) return keepStatus(step, body);
      refuseMove(present, to);
      const fileId = present.payment_evidence_file_id;
      return { moved: await movePayment(context, step, { to, cause: 'verification', fileId, reason }) };
    },
    audit: ({ present }, checked) =>
      'moved' in checked
        ? paymentNote(present, checked.moved, ACTIONS[to])
        : {
            action: 'registration.rejection_reason_changed',
            subject: id,
            details: {
              child_id: present.child_id,
              rejection_reason: { from: present.rejection_reason, to: checked.reworded },
            },
          },
    publish: async ({ trx, present }, checked) => {
      if ('moved' in checked) await publishDecision(context, trx, caller, present, checked.moved);
    },
  });
}
