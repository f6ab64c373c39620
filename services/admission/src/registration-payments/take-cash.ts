import { takeFeeInCash as call } from '@gerbang/contracts/registration-payments';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { HELD_PROOFS, holdsBankMoney } from '@gerbang/domain/proof-alerts';
import { takesFee } from '@gerbang/domain/registration-stages';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { keepProofs, statusOfProof } from '../proof-alerts/proof-alerts.repository.ts';
import { copyOf } from '../registration-record/publish.ts';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { askedDifference } from '../registration-record/fee-differences.repository.ts';
import type { Settlement } from '../registration-record/payments.repository.ts';
import { isYearOver } from '../registration-record/rules.ts';
import { staffRegistrationSteps } from '../registration-record/read-registration.ts';
import { bookedFee } from './booked-fees.repository.ts';
import {
  alreadyLeft,
  type MovedPayment,
  movePayment,
  paymentFixed,
  paymentNote,
  yearClosed,
} from './move-payment.ts';
import { publishDecision } from './publish-decision.ts';
import { type Asked, differenceNote, payDifference, publishDifference } from './settle-difference.ts';

/** The fee that was verified, or the difference that was paid. */
type Taken = { readonly moved: MovedPayment } | { readonly rest: Asked; readonly settlement: Settlement };

/** 409 where the fee takes no cash now. */
function refuseTaking({ payment_status: status, current_stage, payment_amount }: LockedRegistration): void {
  if (status === 'verified') throw paymentFixed();
  if (!takesFee(current_stage, status)) throw alreadyLeft();
  if (payment_amount <= 0) throw conflict('nothing_owed', 'Tidak ada biaya pendaftaran yang harus dibayar.');
}

/** 409 while a slip that waits is like another one: that is decided, or the slip rejected, before its fee is paid in any way. */
async function refuseHeldSlip(
  trx: Knex.Transaction,
  { payment_status, payment_evidence_file_id: fileId }: LockedRegistration,
): Promise<void> {
  if (payment_status !== 'paid' || fileId === null) return;
  await keepProofs(trx, [fileId]);
  const status = await statusOfProof(trx, fileId);
  if (!holdsBankMoney(status)) return;
  const { code, message } = HELD_PROOFS[status];
  throw conflict(code, message);
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

/** The difference that a verified fee is asked for. 409 `year_closed` where its year is over. */
async function askedOf(trx: Knex.Transaction, present: LockedRegistration): Promise<Asked | undefined> {
  const asked = await askedDifference(trx, present);
  if (asked && (await isYearOver(trx, present))) throw yearClosed();
  return asked && { present, asked };
}

/**
 * Takes a registration fee in cash, or what a verified one is asked for once more: the amount is what it owes, the day is today,
 * and it is booked in the transaction in which the cash is in the caller's drawer. 409 `no_drawer`, `payment_verified`,
 * `already_withdrawn`, `year_closed`, `proof_alert_open`, `proof_confirmed_reused`.
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
      apply: async (step): Promise<Taken> => {
        const { trx, present } = step;
        const settlement: Settlement = {
          source: { kind: 'cash', id: uuidv7() },
          settled_on: jakartaDay(context.now()),
        };
        const rest = await askedOf(trx, present);
        if (rest) {
          await payDifference(context, trx, rest, settlement);
          return { rest, settlement };
        }
        refuseTaking(present);
        await refuseHeldSlip(trx, present);
        const fileId = present.payment_evidence_file_id;
        return {
          moved: await movePayment(context, step, { to: 'verified', cause: 'cash', fileId, settlement }),
        };
      },
      audit: ({ present }, taken) =>
        'moved' in taken
          ? paymentNote(present, taken.moved, 'registration.payment_in_cash')
          : differenceNote(taken.rest, taken.settlement),
      publish: async ({ trx, present, actor }, taken) =>
        'moved' in taken
          ? publishDecision(context, trx, caller, present, taken.moved)
          : publishDifference(context, trx, caller, taken.rest, await actor()),
      view: async (step, taken) => ({
        entry: (taken && ('moved' in taken ? taken.moved.eventId : taken.rest.asked.id)) ?? '',
        amount: taken && 'rest' in taken ? taken.rest.asked.amount : step.present.payment_amount,
        registration: await steps.view(step, taken),
      }),
    },
  );
  return { ...taken, receipt: await receiptNow(context, id, entry, caller.origin.requestId) };
}
