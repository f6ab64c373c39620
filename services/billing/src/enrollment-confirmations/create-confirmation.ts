import type { Confirmation } from '@gerbang/contracts/billing.types';
import { createConfirmation as call } from '@gerbang/contracts/enrollment-confirmations';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import { withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { conflict, notFound, unprocessable } from '@gerbang/service-kit/http/problems';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { lockOwnRegistration, type RegistrationCopy } from '../registrations/registrations.repository.ts';
import { notifyConfirmation } from './confirmation-messages.ts';
import { CONFIRMATION_ACTIONS, moveConfirmation, recordStep, refuseMove } from './change-confirmation.ts';
import { toConfirmation } from './enrollment-confirmations.view.ts';
import {
  confirmationOf,
  type ConfirmationRecord,
  lockConfirmationOf,
} from './enrollment-confirmations.repository.ts';

type Body = z.output<(typeof call)['body']>;

/** What the family says; the rest is the server's (authorization, "Fields a caller may write"). */
function saidBy(body: Body) {
  const { payment_preference, contribution_type, contribution_amount } = body;
  return {
    payment_preference,
    contribution_type,
    contribution_amount,
    contribution_description: body.contribution_description ?? null,
    additional_notes: body.additional_notes ?? null,
  };
}

/** Whether this registration can be confirmed by its family now (authorization row E03). */
function refuseConfirmation(registration: RegistrationCopy, body: Body): void {
  if (registration.child_id !== body.child_id) {
    const message = 'Anak tidak sesuai dengan pendaftaran';
    throw unprocessable('child_id', message, [{ path: 'child_id', message }]);
  }
  if (registration.current_stage !== 'passed') {
    throw conflict('not_passed', 'Daftar ulang hanya untuk anak yang sudah diterima.');
  }
}

async function submitAgain(
  context: Context,
  trx: Db,
  caller: Caller,
  present: ConfirmationRecord,
  body: Body,
): Promise<string> {
  return moveConfirmation(context, trx, caller, present, {
    to: 'submitted',
    cause: 'submitted',
    fields: {
      ...saidBy(body),
      submitted_at: context.now(),
      decline_reason: null,
      decided_by_id: null,
      decided_by_name: null,
      decided_by_role: null,
      decided_at: null,
    },
    details: { decline_reason: { from: present.decline_reason, to: null } },
  });
}

async function submit(
  context: Context,
  trx: Db,
  caller: Caller,
  registration: RegistrationCopy,
  id: string,
  body: Body,
): Promise<string> {
  const { id: registration_id, child_id, parent_id } = registration;
  const present = { id, version: 1, registration_id, child_id, status: 'submitted' as const };
  await trx('enrollment_confirmations').insert({
    ...present,
    ...saidBy(body),
    parent_id,
    submitted_at: context.now(),
  });
  return recordStep(context, trx, caller, { present, from: null, cause: 'submitted' });
}

/**
 * Confirms the re-enrolment of an own accepted child, once; a declined confirmation is sent again (authorization row
 * E03; decisions, Re-enrolment). The registration's copy is locked, so that twins come one after the other.
 */
export async function createConfirmation(
  context: Context,
  caller: Caller,
  body: Body,
): Promise<Confirmation> {
  const { database, sealer } = context;
  const once = { database, sealer, userId: caller.id, route: call.id, key: caller.idempotencyKey, body };
  const { answer } = await withIdempotency(once, async (trx) => {
    const registration = await lockOwnRegistration(trx, caller.id, body.registration_id);
    if (!registration) throw notFound('Data pendaftaran tidak ditemukan');
    const present = await lockConfirmationOf(trx, registration.id);
    if (present) {
      await refuseStale(trx, {
        header: caller.ifMatch,
        record: present,
        actions: CONFIRMATION_ACTIONS,
        current: () => toConfirmation(present),
      });
    }
    refuseConfirmation(registration, body);
    refuseMove(present?.status ?? null, 'submitted', 'parent');
    const id = present?.id ?? uuidv7();
    const eventId = present
      ? await submitAgain(context, trx, caller, present, body)
      : await submit(context, trx, caller, registration, id, body);
    await notifyConfirmation(context, trx, 'confirmation_received', {
      userId: caller.id,
      child: registration.child_name,
      registrationNumber: registration.registration_number,
      eventId,
      requestId: caller.origin.requestId,
    });
    return toConfirmation(await confirmationOf(trx, id));
  });
  return answer;
}
