import type { EventPayload } from '@gerbang/contracts/events';
import { DECLINED_DAYS, mayMoveOffer, type OfferCause } from '@gerbang/domain/offers';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../../context.ts';
import type { Move } from '../../registration-record/moves.ts';
import { publishRegistrations } from '../../registration-record/publish.ts';
import { answerTimeAfter } from './answer-time.ts';
import { lockHeldOffer, moveOffer, type OfferRecord } from '../record/offers.repository.ts';

type Status = EventPayload<'confirmation.changed'>['status'];

const later = (one: Date | null, other: Date) => (one !== null && one > other ? one : other);

/** What the move leaves on the offer; a deadline that never was does not begin. */
async function marksFor(context: Context, trx: Db, offer: OfferRecord, cause: OfferCause) {
  if (cause === 'confirmation') return { accepted_at: context.now() };
  const until =
    offer.answer_until && later(offer.answer_until, await answerTimeAfter(trx, context.now(), DECLINED_DAYS));
  return { accepted_at: null, answer_until: until };
}

const accept = async (context: Context, trx: Db, offer: OfferRecord): Promise<OfferRecord> =>
  moveOffer(trx, offer, 'confirmation', await marksFor(context, trx, offer, 'confirmation'));

/**
 * Lets the offer of a locked registration follow its confirmation of re-enrolment: sent, it is accepted; declined, it is
 * open again for three days at least. An offer that is being released, or is, does not move by it.
 */
export async function followConfirmation(
  context: Context,
  trx: Db,
  registrationId: string,
  status: Status,
): Promise<void> {
  const held = await lockHeldOffer(trx, registrationId);
  const cause = status === 'declined' ? 'declined_papers' : 'confirmation';
  // What is declined was sent before, though that event is late.
  const offer =
    held?.status === 'open' && cause === 'declined_papers' ? await accept(context, trx, held) : held;
  if (!offer || !mayMoveOffer(offer.status, cause)) return;
  const moved = await moveOffer(trx, offer, cause, await marksFor(context, trx, offer, cause));
  await audit(trx, {
    action: 'offer.answered',
    actor: null,
    subject: registrationId,
    details: { offer_id: offer.id, offer_status: { from: held?.status, to: moved.status } },
  });
  await publishRegistrations(context, trx, [registrationId]);
}

/** Lets offers follow what billing says of re-enrolments. */
export async function followEnrollment(context: Context, trx: Db, moves: readonly Move[]): Promise<void> {
  for (const move of moves) {
    if (move.kind === 'enrollment') await followConfirmation(context, trx, move.id, move.status);
  }
}
