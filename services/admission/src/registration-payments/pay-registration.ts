import type { Registration } from '@gerbang/contracts/admission.types';
import { fileIdOf } from '@gerbang/contracts/files';
import type { payRegistration as call } from '@gerbang/contracts/registrations';
import { mayMovePayment } from '@gerbang/domain/registration-payments';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { badRequest, conflict, unprocessable } from '@gerbang/service-kit/http/problems';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { attachFile } from '../files/attach.ts';
import { publishRegistrations } from '../registrations/registration-events.ts';
import { notifyProofReceived } from '../registrations/registration-messages.ts';
import { REGISTRATION_ACTIONS, registrationLocked } from '../registrations/registration-rules.ts';
import { accountNumberOf, noRegistration, viewOwnRegistration } from '../registrations/registration-view.ts';
import { lockOwnRegistration, type RegistrationRecord } from '../registrations/registrations.repository.ts';

type Body = z.output<(typeof call)['body']>;

/** What a proof consists of; all of it is needed (Precisions, Registrations). */
interface Proof {
  readonly link: string;
  readonly bank_name: string;
  readonly bank_account_number: string;
  readonly bank_account_owner: string;
}

const REQUIRED = {
  bank_name: 'Nama bank harus diisi',
  bank_account_number: 'Nomor rekening harus diisi',
  bank_account_owner: 'Nama pemilik rekening harus diisi',
  payment_evidence_url: 'Bukti pembayaran harus diunggah',
} as const;

/** The proof of a body that says `paid`; 400 where a part of it is missing. */
function proofOf(body: Body): Proof | null {
  if (body.payment_status !== 'paid') return null;
  const { bank_name, bank_account_number, bank_account_owner, payment_evidence_url: link } = body;
  if (bank_name && bank_account_number && bank_account_owner && link) {
    return { link, bank_name, bank_account_number, bank_account_owner };
  }
  throw badRequest(
    undefined,
    Object.entries(REQUIRED)
      .filter(([field]) => !body[field as keyof typeof REQUIRED])
      .map(([path, message]) => ({ path, message })),
  );
}

/** Figures and statuses that are the server's are compared, never taken (decisions, Everywhere). */
function refuseOthersFigures(body: Body, present: RegistrationRecord): void {
  const refuse = (field: 'payment_status' | 'payment_amount', message: string) =>
    unprocessable(field, message, [{ path: field, message }]);
  if (body.payment_status === 'verified' || body.payment_status === 'rejected') {
    throw refuse('payment_status', 'Status pembayaran ini hanya dapat diberikan oleh sekolah');
  }
  if (body.payment_status === 'pending' && body.payment_evidence_url) {
    throw refuse('payment_status', 'Dengan bukti pembayaran, statusnya menjadi menunggu verifikasi');
  }
  if (body.payment_amount !== undefined && body.payment_amount !== present.payment_amount) {
    throw refuse('payment_amount', 'Jumlah tidak sama dengan biaya pendaftaran');
  }
}

/** The same proof again changes nothing: nobody is told twice (Precisions, Repeating and racing). */
function isSameProof(
  context: Context,
  present: RegistrationRecord,
  proof: Proof,
  sameFile: boolean,
): boolean {
  return (
    sameFile &&
    present.payment_status === 'paid' &&
    present.bank_name === proof.bank_name &&
    present.bank_account_owner === proof.bank_account_owner &&
    accountNumberOf(context, present) === proof.bank_account_number
  );
}

interface Move {
  readonly to: 'paid' | 'pending';
  readonly fileId: string | null;
  readonly columns: Record<string, unknown>;
}

/** Writes the new state with its history, trail and event; answers the history row's id. */
async function write(
  context: Context,
  trx: Db,
  caller: Caller,
  present: RegistrationRecord,
  { to, fileId, columns }: Move,
): Promise<string> {
  const { id, payment_status: from } = present;
  const actor = await actorOf(trx, caller);
  const eventId = uuidv7();
  await trx('registrations')
    .where({ id })
    .update({
      ...columns,
      payment_status: to,
      payment_evidence_file_id: fileId,
      rejection_reason: null,
      version: present.version + 1,
      updated_at: trx.fn.now(),
    });
  await trx('registration_payment_events').insert({
    id: eventId,
    registration_id: id,
    from_status: from,
    to_status: to,
    cause: 'parent',
    file_id: fileId,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
  });
  await audit(trx, {
    action: to === 'paid' ? 'registration.proof_sent' : 'registration.proof_cleared',
    actor,
    subject: id,
    details: {
      child_id: present.child_id,
      payment_status: { from, to },
      file: { from: present.payment_evidence_file_id, to: fileId },
      ...(present.rejection_reason !== null && {
        rejection_reason: { from: present.rejection_reason, to: null },
      }),
    },
    origin: caller.origin,
  });
  if (from !== to) await publishRegistrations(context, trx, [id]);
  return eventId;
}

async function sendProof(
  context: Context,
  trx: Db,
  caller: Caller,
  present: RegistrationRecord,
  proof: Proof,
): Promise<void> {
  const { id } = present;
  // The proof that is there may be sent again with corrected bank fields, also where staff uploaded it.
  const sameFile =
    present.payment_evidence_file_id !== null && fileIdOf(proof.link) === present.payment_evidence_file_id;
  if (isSameProof(context, present, proof, sameFile)) return;
  const fileId = sameFile
    ? present.payment_evidence_file_id
    : (
        await attachFile(trx, {
          link: proof.link,
          uploaderId: caller.id,
          purpose: 'payment_evidence',
          attachedTo: 'registration_payment',
          recordId: id,
          familyUserId: caller.id,
          path: 'payment_evidence_url',
          imagesOnly: true,
        })
      ).id;
  const { bank_name, bank_account_owner, bank_account_number } = proof;
  const eventId = await write(context, trx, caller, present, {
    to: 'paid',
    fileId,
    columns: {
      bank_name,
      bank_account_owner,
      bank_account_number: context.columns.seal(
        'registrations',
        'bank_account_number',
        id,
        bank_account_number,
      ),
    },
  });
  if (!sameFile || present.payment_status !== 'paid') {
    const family = { userId: caller.id, requestId: caller.origin.requestId };
    await notifyProofReceived(context, trx, family, present, eventId);
  }
}

/**
 * The family's proof of the fee, or its withdrawal (authorization row C13; admission workflow §4). The name of the file
 * is the one that it was stored under.
 */
export async function payRegistration(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<Registration> {
  const proof = proofOf(body);
  return context.database.transaction(async (trx) => {
    const present = await lockOwnRegistration(trx, caller.id, id);
    if (!present) throw noRegistration();
    const view = () => viewOwnRegistration(context, trx, caller.id, id);
    await refuseStale(trx, {
      header: caller.ifMatch,
      record: present,
      actions: REGISTRATION_ACTIONS,
      current: view,
    });
    refuseOthersFigures(body, present);
    if (present.locked) throw registrationLocked();
    const to = proof ? 'paid' : 'pending';
    if (to === 'pending' && present.payment_status === 'pending') return view();
    if (!mayMovePayment(present.payment_status, to, 'parent')) {
      throw conflict('payment_verified', 'Pembayaran sudah diverifikasi dan tidak dapat diubah lagi.');
    }
    if (proof) await sendProof(context, trx, caller, present, proof);
    else {
      const columns = { bank_name: null, bank_account_number: null, bank_account_owner: null };
      await write(context, trx, caller, present, { to: 'pending', fileId: null, columns });
    }
    return view();
  });
}
