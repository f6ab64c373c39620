import type { OfferCause, OfferSource, ReleaseCause } from '@gerbang/domain/offers';
import { type Actor, auditAll, type Origin } from '@gerbang/service-kit/audit/audit';
import { messageTime } from '@gerbang/domain/message-hours';
import type { Db } from '@gerbang/service-kit/data/database';
import { accountMessageRow } from '@gerbang/service-kit/events/account-messages';
import type { Context } from '../../context.ts';
import { stageMove, writeStages } from '../../registration-record/stages.repository.ts';
import { afterMoves } from '../../registration-record/moves.ts';
import { raisedRows } from '../../registration-record/publish.ts';
import {
  type LockedRegistration,
  lockRegistrations,
} from '../../registration-record/registrations.repository.ts';
import { seatsRow } from '../record/pool-rules.ts';
import { type PoolRecord, takeSeats } from '../record/seat-pools.repository.ts';
import { isSystem } from '../../registration-record/system-actor.ts';
import { leaveList } from '../waitlist/list-changes.ts';
import type { EntryRecord } from '../record/waitlist.repository.ts';
import { answerTimeOf } from './answer-time.ts';
import { offeredMessage } from '../record/seat-messages.ts';
import { insertOffers, type OfferRecord } from '../record/offers.repository.ts';

/** Why places are offered, and by whom. */
export interface Promotion {
  readonly by: Actor;
  readonly cause: Extract<OfferCause, 'promotion' | 'staff'>;
  readonly source: Extract<OfferSource, 'waitlist' | 'staff'>;
  /** The reason for an exception from the order. */
  readonly note: string | null;
  /** Why the places were free, where all of them were for the same. */
  readonly release_cause: ReleaseCause | null;
  readonly origin?: Origin;
}

/** An offer that was made, and the registration that it is for. */
export interface Made {
  readonly offer: OfferRecord;
  readonly subject: LockedRegistration;
}

/**
 * Offers places of a locked pool to entries of its list: they pass and are told, the rest move up. One whose fee is owed
 * again gets none. The caller has seen that there are so many places.
 */
export async function promote(
  context: Context,
  trx: Db,
  pool: PoolRecord,
  wanted: readonly EntryRecord[],
  promotion: Promotion,
): Promise<Made[]> {
  const registrationsOf = wanted.map(({ registration_id }) => registration_id);
  const locked = (await lockRegistrations(trx, registrationsOf)).filter(
    ({ payment_status }) => payment_status === 'verified',
  );
  if (locked.length === 0) return [];
  const ids = locked.map(({ id }) => id);
  const entries = wanted.filter(({ registration_id }) => ids.includes(registration_id));
  const { by, cause, source, note, release_cause, origin } = promotion;
  const now = context.now();
  const taken = await takeSeats(trx, pool.id, entries.length);
  if (!taken) throw new Error('a locked pool has fewer seats than were counted');
  const result = { publishedAt: now.toISOString() };
  await writeStages(
    trx,
    locked.map((present) => ({ present, to: 'passed', by: 'seats', actor: by, result })),
  );
  // At night families hear of it the next morning: their days begin then.
  const answer_until = await answerTimeOf(trx, messageTime(now), pool.answer_days);
  const offers = await insertOffers(
    trx,
    locked.map(({ id }) => ({ registration_id: id, pool_id: pool.id, source, answer_until })),
    { by, cause },
  );
  await leaveList(
    trx,
    entries.map(({ id }) => id),
    { pool_id: pool.id, cause: 'promoted', count: entries.length, release_cause, note },
    { status: 'offered', at: now, by },
  );
  await auditAll(
    trx,
    offers.map(({ id, registration_id }) => ({
      action: 'offer.made',
      actor: isSystem(by.role) ? null : by,
      subject: registration_id,
      details: {
        offer_id: id,
        pool_id: pool.id,
        offer_source: source,
        ...(note !== null && { reason: note }),
      },
      ...(origin && { origin }),
    })),
  );
  const made = offers.flatMap((offer) => {
    const subject = locked[ids.indexOf(offer.registration_id)];
    return subject ? { offer, subject } : [];
  });
  const messages = made.flatMap(({ offer: { id }, subject }) => {
    const to = { userId: subject.family_user_id, account: subject.account };
    return (
      accountMessageRow(context, to, offeredMessage(context, subject, { id, until: answer_until })) ?? []
    );
  });
  await context.outbox.publishRows(trx, [
    seatsRow(context, taken),
    ...(await raisedRows(context, trx, ids)),
    ...messages,
  ]);
  await afterMoves(
    context,
    trx,
    locked.map((present) => stageMove({ present, to: 'passed', by: 'seats' })),
  );
  return made;
}
