import type { EventPayload } from '@gerbang/contracts/events';
import { keptBecause } from '@gerbang/domain/seat-answers';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { declineWaiting } from './decline-waiting.ts';
import { lockConfirmation } from './enrollment-confirmations.repository.ts';
import { lockRegistration } from '../registrations/registrations.repository.ts';
import { answerOf, type SeatAnswer, saveAnswer } from './seat-answers.repository.ts';

type Releasing = EventPayload<'offer.releasing'>;

async function decide(
  context: Context,
  trx: Knex.Transaction,
  releasing: Releasing,
  requestId: string,
): Promise<SeatAnswer> {
  const { offer_id, registration_id, version, cause } = releasing;
  const confirmation = await lockConfirmation(trx, { registration_id });
  const kept = keptBecause(cause, confirmation ?? null);
  const waits = confirmation?.status === 'pending' || confirmation?.status === 'submitted';
  if (kept === null && waits) {
    const { actor, reason } = releasing;
    if (actor === null) throw new Error('Only staff release a seat whose confirmation waits');
    const declining = { actor, reason: reason ?? 'Kursi dilepas oleh sekolah.', requestId };
    await declineWaiting(context, trx, confirmation.id, declining);
  }
  const answer: SeatAnswer = { offer_id, registration_id, version, answer: kept ?? 'released' };
  await saveAnswer(trx, answer);
  await audit(trx, {
    action: kept === null ? 'seat.released' : 'seat.kept',
    actor: null,
    subject: offer_id,
    details: { registration_id, release_cause: cause, ...(kept && { kept }), request_id: requestId },
  });
  return answer;
}

/**
 * Releases a seat, or keeps it for what was confirmed and paid, and answers admission. Under the lock of the registration's
 * copy, as a confirmation: exactly one of the two wins. A seat that was released stays so; an event that comes again gets the
 * answer that was given.
 */
export async function answerRelease(
  context: Context,
  trx: Knex.Transaction,
  releasing: Releasing,
  origin: string | undefined,
): Promise<void> {
  const { offer_id, registration_id, version } = releasing;
  if (!(await lockRegistration(trx, registration_id))) {
    throw new Error('A seat waits for a registration that is not known yet');
  }
  const requestId = origin ?? offer_id;
  const former = await answerOf(trx, offer_id);
  const stands = former && (former.answer === 'released' || former.version >= version);
  const { answer } = stands ? former : await decide(context, trx, releasing, requestId);
  const offer = { offer_id, registration_id, version };
  if (answer === 'released') await context.outbox.publish(trx, 'offer.released', offer, { requestId });
  else await context.outbox.publish(trx, 'offer.kept', { ...offer, reason: answer }, { requestId });
}
