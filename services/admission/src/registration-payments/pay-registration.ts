import { refusedField, badRequest } from '@gerbang/service-kit/http/problems';
import type { Registration } from '@gerbang/contracts/registrations';
import { fileIdOf } from '@gerbang/contracts/files';
import type { payRegistration as call } from '@gerbang/contracts/registration-payments';
import { mayMovePayment } from '@gerbang/domain/registration-payments';
import { changeLocked, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import type { z } from 'zod';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { attachFile } from '../files/attach-file.ts';
import { ownRegistrationSteps } from '../registration-record/own-registration.ts';
import { publishMoves } from '../registration-record/publish.ts';
import { notifyFamily } from '../registration-record/notify.ts';
import { registrationLocked } from '../registration-record/rules.ts';
import { accountNumberOf } from '../registration-record/registrations.view.ts';
import type {
  LockedRegistration,
  RegistrationRecord,
} from '../registration-record/registrations.repository.ts';
import { feeMove, type MovedPayment, movePayment, paymentFixed, paymentNote } from './move-payment.ts';

type Body = z.output<(typeof call)['body']>;
type Fields = Omit<Body, 'payment_amount'>;

/** The parts of a proof; all of them are required. */
export interface Proof {
  /** The file of the link that was sent; null where that is none of ours. */
  readonly fileId: string | null;
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

/** The proof of a body with status `paid`, null for another status; 400 where a part is missing. */
export function proofOf(body: Fields): Proof | null {
  if (body.payment_status !== 'paid') return null;
  const { bank_name, bank_account_number, bank_account_owner, payment_evidence_url: link } = body;
  if (bank_name && bank_account_number && bank_account_owner && link) {
    return { fileId: fileIdOf(link), bank_name, bank_account_number, bank_account_owner };
  }
  throw badRequest(
    undefined,
    Object.entries(REQUIRED)
      .filter(([field]) => !body[field as keyof typeof REQUIRED])
      .map(([path, message]) => ({ path, message })),
  );
}

/** 422 for a status that only the school gives, and for a proof with the status of none. */
export function refuseOthersStatus(body: Fields): void {
  if (body.payment_status === 'verified' || body.payment_status === 'rejected') {
    throw refusedField(
      'payment_status',
      'payment_status',
      'Status pembayaran ini hanya dapat diberikan oleh sekolah',
    );
  }
  if (body.payment_status === 'pending' && body.payment_evidence_url) {
    throw refusedField(
      'payment_status',
      'payment_status',
      'Dengan bukti pembayaran, statusnya menjadi menunggu verifikasi',
    );
  }
}

/** 422 for figures that are the server's and differ from what it has: they are compared, never taken. */
function refuseOthersFigures(body: Body, present: RegistrationRecord): void {
  refuseOthersStatus(body);
  if (body.payment_amount !== undefined && body.payment_amount !== present.payment_amount) {
    throw refusedField('payment_amount', 'payment_amount', 'Jumlah tidak sama dengan biaya pendaftaran');
  }
}

/** Whether the proof is already kept: the same proof again changes nothing and sends no second message. */
export function isSameProof(
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

/** The file of the proof: the present one where only the bank fields are corrected, otherwise an upload of the caller. */
async function fileOf(
  context: Context,
  { trx, present }: LockedStep<LockedRegistration>,
  caller: Caller,
  proof: Proof,
  sameFile: boolean,
): Promise<string | null> {
  if (sameFile) return present.payment_evidence_file_id;
  const file = await attachFile(context, trx, {
    fileId: proof.fileId,
    uploaderId: caller.id,
    purpose: 'payment_evidence',
    attachedTo: 'registration_payment',
    recordId: present.id,
    familyUserId: caller.id,
    path: 'payment_evidence_url',
    imagesOnly: true,
  });
  return file.id;
}

/** A move by the family; `received` = the family gets a message that its proof has arrived. */
type Sent = MovedPayment & { readonly received: boolean };

/** Writes that this file proves the fee, with the account that it was paid from. */
export async function moveToPaid(
  context: Context,
  step: LockedStep<LockedRegistration>,
  { bank_name, bank_account_owner, bank_account_number: number }: Proof,
  fileId: string | null,
): Promise<MovedPayment> {
  return movePayment(context, step, {
    to: 'paid',
    cause: 'parent',
    fileId,
    bank: {
      bank_name,
      bank_account_owner,
      bank_account_number: context.columns.seal(
        'registrations',
        'bank_account_number',
        step.present.id,
        number,
      ),
    },
  });
}

async function sendProof(
  context: Context,
  step: LockedStep<LockedRegistration>,
  caller: Caller,
  proof: Proof,
): Promise<Sent | null> {
  const { present } = step;
  // The present proof may be sent again with corrected bank fields, also where staff uploaded it.
  const sameFile =
    present.payment_evidence_file_id !== null && proof.fileId === present.payment_evidence_file_id;
  if (isSameProof(context, present, proof, sameFile)) return null;
  const moved = await moveToPaid(context, step, proof, await fileOf(context, step, caller, proof, sameFile));
  return { ...moved, received: !sameFile || present.payment_status !== 'paid' };
}

async function withdrawProof(context: Context, step: LockedStep<LockedRegistration>): Promise<Sent | null> {
  if (step.present.payment_status === 'pending') return null;
  const bank = { bank_name: null, bank_account_number: null, bank_account_owner: null };
  const moved = await movePayment(context, step, { to: 'pending', cause: 'parent', fileId: null, bank });
  return { ...moved, received: false };
}

/** Keeps the family's proof of the fee, or withdraws it. The file keeps the name that it was stored under. */
export async function payRegistration(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<Registration> {
  const proof = proofOf(body);
  const to = proof ? 'paid' : 'pending';
  if (proof) {
    await context.endPayRequests({ registration_ids: [id], user_id: caller.id }, caller.origin.requestId);
  }
  return changeLocked(context.database, caller, {
    ...ownRegistrationSteps(context, caller, id),
    apply: async (step) => {
      const { present } = step;
      refuseOthersFigures(body, present);
      if (present.locked) throw registrationLocked();
      const stays = to === 'pending' && present.payment_status === 'pending';
      if (!stays && !mayMovePayment(present.payment_status, to, 'parent')) throw paymentFixed();
      return proof ? sendProof(context, step, caller, proof) : withdrawProof(context, step);
    },
    audit: ({ present }, moved) =>
      paymentNote(present, moved, proof ? 'registration.proof_sent' : 'registration.proof_cleared'),
    publish: async ({ trx, present }, moved) => {
      // Other services keep the state of the fee and when its proof came, not the payer's account.
      const sameProof = present.payment_evidence_file_id === moved.fileId;
      if (present.payment_status !== moved.to || !sameProof) {
        await publishMoves(context, trx, [feeMove(present, moved)]);
      }
      if (moved.received) {
        await notifyFamily(context, trx, caller, present, {
          kind: 'fee_proof_received',
          entryId: moved.eventId,
        });
      }
    },
  });
}
