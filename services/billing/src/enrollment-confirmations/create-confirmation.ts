import type { EventPayload } from '@gerbang/contracts/events';
import { createConfirmation as call, type Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import { withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { conflict, notFound, Problem, unprocessable } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { notifyConfirmation } from '../family-messages.ts';
import { lockOwnRegistration, type RegistrationCopy } from '../registrations/registrations.repository.ts';
import { answerOf, hasPassed } from './seat-answers.repository.ts';
import {
  changeConfirmation,
  insertSubmitted,
  refuseMove,
  UNDECIDED,
  writtenConfirmation,
} from './change-confirmation.ts';
import { type ConfirmationRecord, lockConfirmation } from './enrollment-confirmations.repository.ts';
import { ruleRead } from './rule-read.ts';
import { toConfirmation } from './enrollment-confirmations.view.ts';

type RegistrationChanged = EventPayload<'registration.changed'>;
type Body = z.output<(typeof call)['body']>;

/** The columns that the family fills in. */
function columnsOf(context: Context, body: Body) {
  const { payment_preference, contribution_type, contribution_amount } = body;
  return {
    payment_preference,
    contribution_type,
    contribution_amount,
    contribution_description: body.contribution_description ?? null,
    additional_notes: body.additional_notes ?? null,
    ...ruleRead(context, body),
  };
}

/** 409 with the documents that are missing; without names where the copy is of a release that did not send them. */
function refuseWithoutDocuments({
  re_enrolment,
  missing = [],
}: RegistrationChanged['documents_complete']): void {
  if (re_enrolment) return;
  const names = missing.length === 0 ? '' : `: ${missing.map(({ label }) => label).join(', ')}`;
  throw new Problem(
    409,
    'documents_missing',
    `Dokumen anak belum lengkap${names}. Lengkapi dahulu di halaman dokumen anak.`,
    missing.length === 0 ? {} : { details: { types: missing.map(({ key }) => key) } },
  );
}

/** 409 where the child is not accepted. */
export function refuseNotPassed({ current_stage }: Pick<RegistrationCopy, 'current_stage'>): void {
  if (current_stage === 'passed') return;
  throw conflict('not_passed', 'Daftar ulang hanya untuk anak yang sudah diterima.');
}

/** 422 where the child is not the registration's, 409 where it is not accepted or its documents are missing. */
function refuseConfirmation(registration: RegistrationCopy, body: Body): void {
  if (registration.child_id !== body.child_id) {
    const message = 'Anak tidak sesuai dengan pendaftaran';
    throw unprocessable('child_id', message, [{ path: 'child_id', message }]);
  }
  refuseNotPassed(registration);
  refuseWithoutDocuments(registration.documents_complete as RegistrationChanged['documents_complete']);
}

/** Submits a confirmation that was declined again; 409 in any other state. */
async function submitAgain(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  present: ConfirmationRecord,
  { registration, body }: { registration: RegistrationCopy; body: Body },
): Promise<Confirmation> {
  return changeConfirmation(context, { transaction: (work) => work(trx) }, caller, {
    lock: async () => present,
    decide: async () => {
      refuseConfirmation(registration, body);
      // What a family paid before it left is still there.
      if (present.payment_status !== 'pending') {
        throw conflict(
          'already_processed',
          'Daftar ulang anak ini pernah diproses dan dibayar. Hubungi sekolah.',
        );
      }
      refuseMove(present.status, 'submitted', 'parent');
      return {
        to: 'submitted',
        cause: 'submitted',
        columns: {
          ...columnsOf(context, body),
          submitted_at: context.now(),
          ...UNDECIDED,
        },
        details: { decline_reason: { from: present.decline_reason, to: null } },
      };
    },
    notify: (_step, changed) => notifyConfirmation(context, trx, 'confirmation_received', changed),
    view: async () => toConfirmation(await writtenConfirmation(trx, present.id)),
  });
}

/**
 * Confirms the re-enrolment of a family's accepted child, once; a declined confirmation is submitted again. The
 * registration's copy is locked, so that simultaneous calls run one after the other.
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
    const present = await lockConfirmation(trx, { registration_id: registration.id });
    // One that stands already is refused as such, whatever became of its seat.
    if (!present || present.status === 'declined') await refuseGoneSeat(trx, registration);
    if (present) return submitAgain(context, trx, caller, present, { registration, body });
    refuseConfirmation(registration, body);
    const { id: registration_id, child_id, parent_id } = registration;
    const id = uuidv7();
    const columns = columnsOf(context, body);
    const row = { id, registration_id, child_id, parent_id, ...columns, submitted_at: context.now() };
    const eventId = await insertSubmitted(context, trx, caller, row);
    await notifyConfirmation(context, trx, 'confirmation_received', {
      userId: caller.id,
      child: registration.child_name,
      registrationNumber: registration.registration_number,
      eventId,
      confirmationId: id,
      requestId: caller.origin.requestId,
    });
    return toConfirmation(await writtenConfirmation(trx, id));
  });
  return answer;
}

/**
 * Refuses to confirm where the seat that was offered is gone: 409 `offer_gone` from the moment on that it is to be released,
 * 409 `offer_expired` after the time to answer. To be called under the lock of the registration's copy, which the release
 * takes too. A registration without an offer is not limited.
 */
export async function refuseGoneSeat(trx: Db, { seat }: RegistrationCopy): Promise<void> {
  if (seat === null) return;
  const gone = conflict('offer_gone', 'Kursi ini sudah dilepas.');
  if (seat.status === 'releasing' || seat.status === 'released') throw gone;
  if ((await answerOf(trx, seat.offer_id))?.answer === 'released') throw gone;
  if (seat.status === 'open' && seat.answer_until !== null && (await hasPassed(trx, seat.answer_until))) {
    throw conflict('offer_expired', 'Batas waktu jawaban sudah lewat. Hubungi sekolah.');
  }
}
