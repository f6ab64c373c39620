import type { AuditNote, LockedStep } from '@gerbang/service-kit/data/change-locked';
import { conflict, type Problem } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { beforeMove, type Move } from '../registration-record/moves.ts';
import { isYearOver } from '../registration-record/rules.ts';
import type { RegistrationRecord } from '../registration-record/registrations.repository.ts';
import { type PaymentMove, writePayment } from '../registration-record/payments.repository.ts';
import { foldDifference } from './take-back-difference.ts';

/** 409 for a proof of a fee that is verified already. */
export const paymentFixed = (): Problem =>
  conflict('payment_verified', 'Pembayaran sudah diverifikasi dan tidak dapat diubah lagi.');

/** 409 for a fee of a year that is over. */
export const yearClosed = (): Problem =>
  conflict('year_closed', 'Tahun ajaran pendaftaran ini sudah ditutup; biayanya tidak dapat dibayar lagi.');

/** 409 for money of a family that left. */
export const alreadyLeft = (): Problem =>
  conflict('already_withdrawn', 'Pendaftaran ini sudah mundur; biayanya tidak perlu dibayar lagi.');

/** A move that was written, with the id of its entry in the history. */
export interface MovedPayment extends PaymentMove {
  readonly eventId: string;
}

/** A move of the fee as features see it. */
export const feeMove = (
  { id }: Pick<RegistrationRecord, 'id'>,
  { to, cause: by, fileId }: PaymentMove,
): Move => ({
  kind: 'payment',
  id,
  to,
  by,
  fileId,
});

/** Writes a new state of the fee; the edge has been checked. */
export async function movePayment(
  context: Context,
  { trx, present, actor }: LockedStep<RegistrationRecord>,
  move: PaymentMove,
): Promise<MovedPayment> {
  if (present.current_stage === 'withdrawn' && move.to === 'paid' && move.cause !== 'verification') {
    throw alreadyLeft();
  }
  if ((move.to === 'paid' || move.to === 'verified') && (await isYearOver(trx, present))) {
    throw yearClosed();
  }
  if (move.cause !== 'bank') await beforeMove(context, trx, feeMove(present, move));
  const by = await actor();
  const { cashId, ...rest } = move;
  // Only what came in cash leaves a drawer.
  const takesBack = present.settled_by_cash_id !== null && move.to !== 'verified';
  const written = takesBack ? { ...rest, cashId: cashId ?? uuidv7() } : rest;
  const eventId = await writePayment(trx, present, written, { actor: by, at: context.now() });
  const moved = { ...move, eventId };
  await foldDifference(context, trx, present, moved, by);
  return moved;
}

/** The trail's entry about a move; it names the proof of a family even where the proof stays the same. */
export function paymentNote(
  { id, child_id, payment_status, payment_evidence_file_id, rejection_reason }: RegistrationRecord,
  { to, cause, fileId, reason = null }: PaymentMove,
  action: string,
): AuditNote {
  return {
    action,
    subject: id,
    details: {
      child_id,
      payment_status: { from: payment_status, to },
      ...((cause === 'parent' || fileId !== payment_evidence_file_id) && {
        file: { from: payment_evidence_file_id, to: fileId },
      }),
      ...(reason !== rejection_reason && { rejection_reason: { from: rejection_reason, to: reason } }),
    },
  };
}
