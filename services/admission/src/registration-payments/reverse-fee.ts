import type { EventPayload } from '@gerbang/contracts/events';
import { reverseFee as call } from '@gerbang/contracts/registration-payments';
import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { hasResult } from '@gerbang/domain/registration-stages';
import { audit } from '@gerbang/service-kit/audit/audit';
import { changeLocked, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { requireKey, withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { paidDifferences, sumOf } from '../registration-record/fee-differences.repository.ts';
import {
  type LockedRegistration,
  lockOne,
  registrations,
} from '../registration-record/registrations.repository.ts';
import { staffRegistrationSteps } from '../registration-record/read-registration.ts';
import { type MovedPayment, movePayment, paymentNote } from './move-payment.ts';
import { publishDecision } from './publish-decision.ts';
import { refuseReturned } from './returned-fee.ts';
import { takeBackDifference } from './take-back-difference.ts';

const REVERSED = 'registration.payment_reversed';

/** The fee is owed again: the family reads why, and can pay once more. The stage stays. */
const takeBack = (
  context: Context,
  step: LockedStep<LockedRegistration>,
  reason: string,
  cashId?: string,
): Promise<MovedPayment> =>
  movePayment(context, step, {
    to: 'rejected',
    cause: 'verification',
    fileId: step.present.payment_evidence_file_id,
    reason,
    ...(cashId !== undefined && { cashId }),
  });

/** The reversed fee, or the request that a second person is asked by. */
type Asked = { readonly done: StaffRegistration } | { readonly request_id: string };

/**
 * Reverses a verified fee: until the result one person does, afterwards billing asks a second one. 409 `not_verified` where
 * the fee is not verified.
 */
export async function reverseFee(
  context: Context,
  caller: Caller,
  id: string,
  body: z.output<(typeof call)['body']>,
): Promise<Asked> {
  requireKey(caller);
  const { database, sealer, outbox } = context;
  const { reason, cause, version } = body;
  const once = {
    database,
    sealer,
    userId: caller.id,
    route: call.id,
    key: caller.idempotencyKey,
    body: { id, ...body },
  };
  const steps = staffRegistrationSteps(context, caller, id);
  const { answer } = await withIdempotency(once, (trx) =>
    changeLocked(
      { transaction: (work) => work(trx) },
      { ...caller, ifMatch: String(version) },
      {
        ...steps,
        apply: async (step): Promise<{ moved: MovedPayment } | { request_id: string }> => {
          const { payment_status, current_stage } = step.present;
          if (payment_status !== 'verified') {
            throw conflict('not_verified', 'Biaya pendaftaran ini tidak sedang terverifikasi.');
          }
          if (hasResult(current_stage)) return { request_id: uuidv7() };
          refuseReturned(step.present);
          return { moved: await takeBack(context, step, reason) };
        },
        audit: ({ present }, change) =>
          'moved' in change
            ? paymentNote(present, change.moved, REVERSED)
            : {
                action: 'registration.payment_reversal_asked',
                subject: id,
                details: { child_id: present.child_id, reason },
              },
        publish: async ({ present, actor }, change) => {
          if ('moved' in change) return publishDecision(context, trx, caller, present, change.moved);
          const asked = {
            request_id: change.request_id,
            registration_id: id,
            amount: present.payment_amount + sumOf(await paidDifferences(trx, id)),
            reason,
            cause,
            actor: { ...(await actor()), role: caller.role },
          };
          await outbox.publish(trx, 'fee.reversal.asked', asked, { requestId: caller.origin.requestId });
        },
        view: async (step, change): Promise<Asked> =>
          change && 'request_id' in change ? change : { done: await steps.view(step, change) },
      },
    ),
  );
  return answer;
}

/**
 * Reverses a fee that a second person has agreed to. Where a line is released, only what that line paid goes back: the
 * difference, or the fee with all that was paid beside it. The event may come twice; one that finds nothing to take back is
 * reported to billing.
 */
export async function applyFeeReversal(
  context: Context,
  trx: Knex.Transaction,
  { request_id, registration_id, line_id, reason, actor }: EventPayload<'fee.reversal.approved'>,
  requestId: string | undefined,
): Promise<void> {
  const present = await lockOne(registrations(trx), registration_id);
  const isOfLine = (one: { settled_by_line_id: string | null }) => one.settled_by_line_id === line_id;
  const paid = (await paidDifferences(trx, registration_id)).find(isOfLine);
  if (present && paid) {
    return takeBackDifference(context, trx, { present, paid }, { reason, actor }, requestId);
  }
  if (present?.payment_status !== 'verified' || (line_id !== undefined && !isOfLine(present))) {
    await context.outbox.publish(trx, 'fee.reversal.refused', { request_id });
    return;
  }
  // Billing keeps the cash that leaves a drawer under the request's id.
  const moved = await takeBack(context, { trx, present, actor: async () => actor }, reason, request_id);
  const { action, subject, details } = paymentNote(present, moved, REVERSED);
  await audit(trx, {
    action,
    subject,
    actor,
    details: { ...details, ...(requestId && { request_id: requestId }) },
  });
  await publishDecision(context, trx, { origin: { requestId } }, present, moved);
}
