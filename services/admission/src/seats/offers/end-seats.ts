import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../../context.ts';
import { lockRegistrations } from '../../registration-record/registrations.repository.ts';
import { publishSeats } from '../record/pool-rules.ts';
import { lockPoolsOf, takeSeats } from '../record/seat-pools.repository.ts';
import { SEAT_JOBS } from '../../registration-record/system-actor.ts';
import { endWaiting } from '../waitlist/list-changes.ts';
import { numberNow } from '../waitlist/number-lists.ts';
import { waitingEntryOf } from '../record/waitlist.repository.ts';
import { lockHeldOffer, moveOffer } from '../record/offers.repository.ts';

/**
 * Frees the seats and places on lists of registrations that are about to be erased, where billing erases its part by the same
 * event, or whose result is corrected or family leaves, where billing has agreed. Pools are locked first, before the registrations.
 */
export async function endSeats(
  context: Pick<Context, 'outbox' | 'now'>,
  trx: Db,
  registrationIds: readonly string[],
  by: Actor = SEAT_JOBS,
): Promise<void> {
  const pools = await lockPoolsOf(trx, registrationIds);
  await lockRegistrations(trx, registrationIds);
  // The numbers that moved before are counted with the entries that are about to be erased.
  for (const { id } of pools) await numberNow(trx, id);
  const at = context.now();
  for (const id of registrationIds) {
    const entry = await waitingEntryOf(trx, id);
    if (entry) await endWaiting(trx, entry, { status: 'withdrawn', at, by });
    const offer = await lockHeldOffer(trx, id);
    if (!offer) continue;
    const releasing =
      offer.status === 'releasing'
        ? offer
        : await moveOffer(trx, offer, 'staff', { release_cause: 'staff', releasing_at: at });
    await moveOffer(trx, releasing, 'billing_released', { released_at: at });
    const pool = await takeSeats(trx, offer.pool_id, -1);
    if (pool) await publishSeats(context, trx, pool);
  }
}
