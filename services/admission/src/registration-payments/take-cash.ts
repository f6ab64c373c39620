import { takeFeeInCash as call } from '@gerbang/contracts/registration-payments';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { mayMovePayment, PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { isFeeFixed } from '@gerbang/domain/registration-stages';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { copyOf } from '../registration-record/publish.ts';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { staffRegistrationSteps } from '../staff-registrations/read-registration.ts';
import { bookedFee } from './booked-fees.repository.ts';
import { movePayment, paymentFixed, paymentNote } from './move-payment.ts';
import { publishDecision } from './publish-decision.ts';

/** 409 where the fee takes no cash now. */
function refuseTaking({ payment_status: status, current_stage, payment_amount }: LockedRegistration): void {
  if (status === 'verified') throw paymentFixed();
  if (isFeeFixed(current_stage, status)) {
    throw conflict('result_known', 'Biaya pendaftaran ini tidak dapat dibayar lagi.');
  }
  if (!mayMovePayment(status, 'verified', 'cash')) {
    throw conflict('payment_state', `Biaya berstatus ${PAYMENT_LABELS[status]} tidak dapat dibayar tunai.`);
  }
  if (payment_amount <= 0) throw conflict('nothing_owed', 'Tidak ada biaya pendaftaran yang harus dibayar.');
}

/** The receipt's number, made at once; null where billing does not answer: its events make it a moment later. */
async function receiptNow(
  { database, drawers, log }: Context,
  id: string,
  entryId: string,
  requestId: string,
): Promise<string | null> {
  try {
    const registration = await copyOf(database.knex, id);
    const fee = await bookedFee(database.knex, entryId);
    if (!registration || !fee) return null;
    return (await drawers.keep({ registration, fee }, requestId)).receipt;
  } catch (err) {
    log.warn({ event: 'receipt_follows', registration: id, err });
    return null;
  }
}

/**
 * Takes a registration fee in cash: the amount is what it owes, the day is today, and it is verified in the transaction in which
 * the cash is in the caller's drawer. 409 `no_drawer`, `payment_verified`, `result_known`.
 */
export async function takeCash(
  context: Context,
  caller: Caller,
  id: string,
): Promise<z.input<(typeof call)['response'][201]>> {
  const steps = staffRegistrationSteps(context, caller, id);
  const { entry, ...taken } = await changeOnce(
    context,
    caller,
    { route: call.id, body: { id } },
    {
      ...steps,
      apply: async (step) => {
        const { present } = step;
        refuseTaking(present);
        return movePayment(context, step, {
          to: 'verified',
          cause: 'cash',
          fileId: present.payment_evidence_file_id,
          settlement: { source: { kind: 'cash', id: uuidv7() }, settled_on: jakartaDay(context.now()) },
        });
      },
      audit: ({ present }, moved) => paymentNote(present, moved, 'registration.payment_in_cash'),
      publish: ({ trx, present }, moved) => publishDecision(context, trx, caller, present, moved),
      view: async (step, moved) => ({
        entry: moved?.eventId ?? '',
        amount: step.present.payment_amount,
        registration: await steps.view(step, moved),
      }),
    },
  );
  return { ...taken, receipt: await receiptNow(context, id, entry, caller.origin.requestId) };
}
