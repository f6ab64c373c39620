import type { EventPayload } from '@gerbang/contracts/events';
import type { DeclineReason, ReleaseCause } from '@gerbang/domain/offers';
import { audit, type Actor, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../../context.ts';
import { publishRegistrations } from '../../registration-record/publish.ts';
import { moveOffer, type OfferRecord } from '../record/offers.repository.ts';

/** Why a seat is to be released, and by whom. */
export interface Release {
  readonly cause: ReleaseCause;
  /** Null = the portal itself, because the time was over. */
  readonly by: Actor | null;
  readonly reason_code?: DeclineReason | null;
  /** The family's or the staff's words. */
  readonly reason_text?: string | null;
  readonly origin?: Origin;
}

/**
 * Begins the release of a locked offer: from now on it can be confirmed no more, and billing decides whether it is
 * released or kept. The seat is not free before that.
 */
export async function beginRelease(
  context: Context,
  trx: Db,
  present: OfferRecord,
  { cause, by, reason_code = null, reason_text = null, origin }: Release,
): Promise<OfferRecord> {
  const moved = await moveOffer(trx, present, cause, {
    release_cause: cause,
    reason_code,
    reason_text,
    releasing_at: context.now(),
  });
  await audit(trx, {
    action: 'offer.releasing',
    actor: by,
    subject: moved.registration_id,
    details: {
      offer_id: moved.id,
      release_cause: cause,
      ...(reason_code !== null && { reason_code }),
      // A family's own words stay with the offer.
      ...(cause === 'staff' && { reason: reason_text }),
    },
    ...(origin && { origin }),
  });
  await publishReleasing(context, trx, moved, by);
  await publishRegistrations(context, trx, [moved.registration_id]);
  return moved;
}

/** Asks billing to release or keep the seat. */
async function publishReleasing(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  { id, registration_id, release_cause, reason_text, version }: OfferRecord,
  by: Actor | null,
): Promise<void> {
  if (release_cause === null) throw new Error('an offer is released without a cause');
  await outbox.publish(
    trx,
    'offer.releasing',
    {
      offer_id: id,
      registration_id,
      cause: release_cause,
      reason: release_cause === 'staff' ? reason_text : null,
      actor: release_cause === 'staff' ? (by as EventPayload<'offer.releasing'>['actor']) : null,
      version,
    },
    { version },
  );
}
