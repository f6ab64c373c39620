import type { payRegistrations as call } from '@gerbang/contracts/registration-payments';
import { OPEN_PAYMENTS } from '@gerbang/domain/registration-payments';
import { accountFor } from '@gerbang/domain/school-accounts';
import { auditAll } from '@gerbang/service-kit/audit/audit';
import type { LockedStep } from '@gerbang/service-kit/data/change-locked';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, refusedField } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { attachFile } from '../files/attach-file.ts';
import { readOwnRegistration } from '../registration-record/own-registration.ts';
import { publishMoves } from '../registration-record/publish.ts';
import { notifyFamily } from '../registration-record/notify.ts';
import { noRegistration, registrationLocked } from '../registration-record/rules.ts';
import {
  lockOwnRegistrations,
  type LockedRegistration,
} from '../registration-record/registrations.repository.ts';
import { feeMove, type MovedPayment, paymentNote } from './move-payment.ts';
import { isSameProof, moveToPaid, type Proof, proofOf, refuseOthersStatus } from './pay-registration.ts';
import { isSlipOf } from '../registration-record/slip-fees.repository.ts';

type Body = z.output<(typeof call)['body']>;
type Answer = z.input<(typeof call)['response'][200]>;

const WITH_PROOF = 'Beberapa biaya dibayar dengan satu bukti pembayaran';

/** 409 where one of the fees is no longer to be paid; 422 where they go to different accounts. */
function refuseTogether(context: Context, fees: readonly LockedRegistration[]): void {
  if (fees.some(({ locked }) => locked)) throw registrationLocked();
  const settled = fees.filter(({ payment_status }) => !OPEN_PAYMENTS.some((one) => one === payment_status));
  if (settled.length > 0) {
    const numbers = settled.map(({ registration_number }) => registration_number).join(', ');
    throw conflict(
      'payment_state',
      `Biaya ${numbers} sudah dibayar atau sedang diverifikasi. Muat ulang, lalu pilih lagi.`,
    );
  }
  const accounts = fees.map(
    ({ jenjang }) => accountFor(context.school.settings, jenjang, 'registration_fee')?.key,
  );
  if (accounts.includes(undefined)) {
    throw conflict('no_account', 'Sekolah belum punya rekening untuk pembayaran ini.');
  }
  if (new Set(accounts).size > 1) {
    throw refusedField(
      'different_accounts',
      'registration_ids',
      'Biaya yang dipilih dibayar ke rekening yang berbeda. Kirim bukti untuk setiap rekening.',
    );
  }
}

/** Whether all of these fees wait with this very slip and account: the act was sent again. */
async function isSameAct(
  context: Context,
  trx: Knex.Transaction,
  fees: readonly LockedRegistration[],
  proof: Proof,
): Promise<boolean> {
  const { fileId } = proof;
  const stands = fees.every((fee) =>
    isSameProof(context, fee, proof, fileId !== null && fee.payment_evidence_file_id === fileId),
  );
  const ids = fees.map(({ id }) => id);
  return stands && fileId !== null && (await isSlipOf(trx, fileId, ids));
}

/** Keeps the slip with each fee; trail and events of each, one message of all. */
async function send(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  fees: readonly LockedRegistration[],
  proof: Proof,
): Promise<void> {
  const [first] = fees as readonly [LockedRegistration];
  const ids = fees.map(({ id }) => id);
  const file = await attachFile(context, trx, {
    fileId: proof.fileId,
    uploaderId: caller.id,
    purpose: 'payment_evidence',
    attachedTo: 'registration_payment',
    recordId: first.id,
    slipOf: ids,
    familyUserId: caller.id,
    path: 'payment_evidence_url',
    imagesOnly: true,
  });
  const actor = actorOf(trx, caller);
  const moved: MovedPayment[] = [];
  for (const present of fees) {
    const step: LockedStep<LockedRegistration> = { trx, present, actor: () => actor };
    moved.push(await moveToPaid(context, step, proof, file.id));
  }
  const by = { actor: await actor, origin: caller.origin };
  await auditAll(
    trx,
    fees.map((present, at) => ({
      ...paymentNote(present, moved[at] as MovedPayment, 'registration.proof_sent'),
      ...by,
    })),
  );
  await publishMoves(
    context,
    trx,
    fees.map((fee, at) => feeMove(fee, moved[at] as MovedPayment)),
  );
  const together = (nameOf: (fee: LockedRegistration) => string) => fees.map(nameOf).join(', ');
  await notifyFamily(
    context,
    trx,
    caller,
    {
      ...first,
      child_full_name: together(({ child_full_name }) => child_full_name),
      registration_number: together(({ registration_number }) => registration_number),
    },
    { kind: 'fee_proof_received', entryId: (moved[0] as MovedPayment).eventId },
  );
}

/**
 * Keeps one slip as the proof of several fees of the family that go to one account, of all or of none. The file is stored
 * once; each fee is decided for itself.
 */
export async function payRegistrations(context: Context, caller: Caller, body: Body): Promise<Answer> {
  const proof = proofOf(body);
  if (proof) {
    const ending = { registration_ids: body.registration_ids, user_id: caller.id };
    await context.endPayRequests(ending, caller.origin.requestId);
  }
  return context.database.transaction(async (trx) => {
    const fees = await lockOwnRegistrations(trx, caller.id, body.registration_ids);
    if (fees.length < body.registration_ids.length) throw noRegistration();
    refuseOthersStatus(body);
    if (!proof) throw refusedField('payment_status', 'payment_status', WITH_PROOF);
    if (!(await isSameAct(context, trx, fees, proof))) {
      refuseTogether(context, fees);
      await send(context, trx, caller, fees, proof);
    }
    const registrations = [];
    for (const id of body.registration_ids) {
      registrations.push(await readOwnRegistration(context, trx, caller.id, id));
    }
    return { registrations, total: fees.reduce((sum, fee) => sum + fee.payment_amount, 0) };
  });
}
