import type { StaffRegistration } from '@gerbang/contracts/admission.types';
import { fileIdOf } from '@gerbang/contracts/files';
import type { proveOnBehalf as call } from '@gerbang/contracts/staff-registrations';
import { mayMovePayment } from '@gerbang/domain/registration-payments';
import { hasResult } from '@gerbang/domain/registration-stages';
import { conflict, unprocessable } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { attachFile } from '../files/attach.ts';
import { notifyProofReceived } from '../registrations/registration-messages.ts';
import { movePayment } from './move-payment.ts';
import { changeAsStaff } from '../staff-registrations/staff-view.ts';

type Body = z.output<(typeof call)['body']>;

/**
 * Keeps a proof that the school was given (on paper, by WhatsApp) as the family's, while the fee is not verified
 * (authorization row C18; admission workflow §4). The same proof again changes nothing.
 */
export async function proveOnBehalf(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<StaffRegistration> {
  const { payment_evidence_url: link, payment_status } = body;
  return changeAsStaff(context, caller, id, async (trx, present) => {
    if (payment_status !== 'paid') {
      const message = 'Dengan bukti pembayaran, statusnya menjadi menunggu verifikasi';
      throw unprocessable('payment_status', message, [{ path: 'payment_status', message }]);
    }
    if (!mayMovePayment(present.payment_status, 'paid', 'on_behalf') || hasResult(present.current_stage)) {
      throw conflict('payment_verified', 'Pembayaran sudah diverifikasi dan tidak dapat diubah lagi.');
    }
    const before = present.payment_evidence_file_id;
    if (present.payment_status === 'paid' && before !== null && fileIdOf(link) === before) return 'unchanged';
    const file = await attachFile(trx, {
      link,
      uploaderId: caller.id,
      purpose: 'payment_evidence',
      attachedTo: 'registration_payment',
      recordId: id,
      familyUserId: present.family_user_id,
      path: 'payment_evidence_url',
    });
    const eventId = await movePayment(context, trx, caller, present, {
      to: 'paid',
      cause: 'on_behalf',
      action: 'registration.proof_sent_on_behalf',
      fileId: file.id,
      reason: null,
    });
    const family = { userId: present.family_user_id, requestId: caller.origin.requestId };
    await notifyProofReceived(context, trx, family, present, eventId);
    return 'changed';
  });
}
