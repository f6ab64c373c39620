import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../../context.ts';
import { insertOffers, lockPassed, moveOffer } from '../record/offers.repository.ts';
import { publishRegistrations } from '../../registration-record/publish.ts';
import { belowTaken } from '../record/pool-rules.ts';
import { type PoolRecord, takeSeats } from '../record/seat-pools.repository.ts';

/**
 * Gives the children who passed before there was a limit their seats: accepted where the family has confirmed its
 * re-enrolment, else open without a deadline. 409 `below_taken` where they are more than the limit.
 */
export async function adoptPassed(
  context: Context,
  trx: Db,
  pool: PoolRecord,
  by: Actor,
): Promise<PoolRecord> {
  const passed = await lockPassed(trx, pool);
  if (passed.length === 0) return pool;
  const taken = await takeSeats(trx, pool.id, passed.length);
  if (!taken) throw belowTaken(passed.length);
  const offers = await insertOffers(
    trx,
    passed.map(({ id }) => ({
      registration_id: id,
      pool_id: pool.id,
      source: 'migrated' as const,
      answer_until: null,
    })),
    { by, cause: 'staff' },
  );
  const confirmed = new Set(passed.filter((one) => one.re_enrolled_on !== null).map(({ id }) => id));
  for (const offer of offers) {
    if (!confirmed.has(offer.registration_id)) continue;
    await moveOffer(trx, offer, 'confirmation', { accepted_at: context.now() });
  }
  await publishRegistrations(
    context,
    trx,
    passed.map(({ id }) => id),
    { bulk: true },
  );
  return taken;
}
