import type { EventPayload } from '@gerbang/contracts/events';
import { STAGE_MACHINE } from '@gerbang/domain/registration-stages';
import { edgeFor } from '@gerbang/domain/transitions';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../../context.ts';
import { stageMove, writeStages } from '../../registration-record/stages.repository.ts';
import { afterMoves, type Move } from '../../registration-record/moves.ts';
import { publishRegistrations } from '../../registration-record/publish.ts';
import {
  isErased,
  type LockedRegistration,
  lockOne,
  registrations,
} from '../../registration-record/registrations.repository.ts';
import { publishSeats } from '../record/pool-rules.ts';
import { lockAnyPool, takeSeats } from '../record/seat-pools.repository.ts';
import { SEAT_JOBS } from '../../registration-record/system-actor.ts';
import { followConfirmation } from './confirm-offer.ts';
import { notifyReleased } from '../record/seat-messages.ts';
import { lockOffer, moveOffer, type OfferRecord, offerOwner } from '../record/offers.repository.ts';

type Settled = Pick<EventPayload<'offer.released'>, 'offer_id' | 'registration_id' | 'version'>;

/** The locked registration of an offer that is being released, and the offer; undefined where it is not, or no more. */
async function lockReleasing(trx: Db, { offer_id, registration_id, version }: Settled, withPool: boolean) {
  const owner = await offerOwner(trx, offer_id);
  if (!owner && (await isErased(trx, registration_id))) return undefined;
  if (!owner) throw new Error('An offer that is not here was released or kept');
  if (withPool) await lockAnyPool(trx, owner.pool_id);
  const registration = await lockOne(registrations(trx), owner.registration_id);
  const offer = await lockOffer(trx, offer_id);
  if (!registration || !offer) throw new Error('An offer without its registration');
  // An answer to an earlier question may come late.
  return offer.status === 'releasing' && offer.version === version ? { registration, offer } : undefined;
}

async function moveStage(trx: Db, present: LockedRegistration): Promise<Move[]> {
  if (!edgeFor(STAGE_MACHINE, present.current_stage, { to: 'released', by: 'seats' })) return [];
  const move = { present, to: 'released', by: 'seats', actor: SEAT_JOBS } as const;
  await writeStages(trx, [move]);
  return [stageMove(move)];
}

type Kept = EventPayload<'offer.kept'>['reason'];

async function record(trx: Db, action: string, offer: OfferRecord, kept?: Kept): Promise<void> {
  await audit(trx, {
    action,
    actor: null,
    subject: offer.registration_id,
    details: { offer_id: offer.id, release_cause: offer.release_cause, ...(kept && { kept }) },
  });
}

/**
 * Frees the seat of an offer that billing has released: nothing was confirmed or paid, and nothing can be any more. Events
 * may come twice and late: an offer that is not being released stays as it is.
 */
export async function applyReleased(
  context: Context,
  trx: Db,
  event: EventPayload<'offer.released'>,
): Promise<void> {
  const locked = await lockReleasing(trx, event, true);
  if (!locked) return;
  const { registration, offer } = locked;
  const released = await moveOffer(trx, offer, 'billing_released', { released_at: context.now() });
  const pool = await takeSeats(trx, offer.pool_id, -1);
  if (!pool) throw new Error('a pool has fewer seats taken than offers');
  const moves = await moveStage(trx, registration);
  await record(trx, 'offer.released', released);
  await publishSeats(context, trx, pool);
  await publishRegistrations(context, trx, [registration.id]);
  await afterMoves(context, trx, moves);
  await notifyReleased(context, trx, registration, released);
}

/** Keeps the seat of an offer whose family has confirmed or paid: it is accepted. */
export async function applyKept(context: Context, trx: Db, event: EventPayload<'offer.kept'>): Promise<void> {
  const locked = await lockReleasing(trx, event, false);
  if (!locked) return;
  const { registration, offer } = locked;
  const kept = await moveOffer(trx, offer, 'billing_kept', {
    release_cause: null,
    reason_code: null,
    reason_text: null,
    accepted_at: offer.accepted_at ?? context.now(),
  });
  await record(trx, 'offer.kept', kept, event.reason);
  // It may have been declined since billing looked, and that event may have come first.
  const isDeclined = registration.enrollment_status === 'declined';
  if (isDeclined) await followConfirmation(context, trx, registration.id, 'declined');
  else await publishRegistrations(context, trx, [registration.id]);
}
