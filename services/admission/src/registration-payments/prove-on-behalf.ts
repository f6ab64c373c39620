import { refusedField } from '@gerbang/service-kit/http/problems';
import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { fileIdOf } from '@gerbang/contracts/files';
import type { proveOnBehalf as call } from '@gerbang/contracts/registration-payments';
import { mayMovePayment } from '@gerbang/domain/registration-payments';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { z } from 'zod';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { attachFile } from '../files/attach-file.ts';
import { publishMoves } from '../registration-record/publish.ts';
import { notifyFamily } from '../registration-record/notify.ts';
import { staffRegistrationSteps } from '../registration-record/read-registration.ts';
import { feeMove, movePayment, paymentFixed, paymentNote } from './move-payment.ts';

type Body = z.output<(typeof call)['body']>;

/**
 * Keeps a proof that the school received (on paper, by WhatsApp) as the family's, while the fee is not verified. The
 * same proof again changes nothing.
 */
export async function proveOnBehalf(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<StaffRegistration> {
  const { payment_evidence_url: link, payment_status } = body;
  const fileId = fileIdOf(link);
  await context.endPayRequests({ registration_ids: [id], user_id: null }, caller.origin.requestId);
  return changeLocked(context.database, caller, {
    ...staffRegistrationSteps(context, caller, id),
    apply: async (step) => {
      const { trx, present } = step;
      if (payment_status !== 'paid') {
        const message = 'Dengan bukti pembayaran, statusnya menjadi menunggu verifikasi';
        throw refusedField('payment_status', 'payment_status', message);
      }
      if (!mayMovePayment(present.payment_status, 'paid', 'on_behalf')) throw paymentFixed();
      const before = present.payment_evidence_file_id;
      if (present.payment_status === 'paid' && before !== null && fileId === before) return null;
      const file = await attachFile(context, trx, {
        fileId,
        uploaderId: caller.id,
        purpose: 'payment_evidence',
        attachedTo: 'registration_payment',
        recordId: id,
        familyUserId: present.family_user_id,
        path: 'payment_evidence_url',
      });
      return movePayment(context, step, { to: 'paid', cause: 'on_behalf', fileId: file.id });
    },
    audit: ({ present }, moved) => paymentNote(present, moved, 'registration.proof_sent_on_behalf'),
    publish: async ({ trx, present }, moved) => {
      await publishMoves(context, trx, [feeMove(present, moved)]);
      await notifyFamily(context, trx, caller, present, {
        kind: 'fee_proof_received',
        entryId: moved.eventId,
      });
    },
  });
}
