import type { Role } from '@gerbang/domain/roles';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { replayOf } from '@gerbang/service-kit/events/replay';
import type { Context } from '../context.ts';
import { bookedFee, bookedFeesAfter, entryOf } from './booked-fees.repository.ts';

/**
 * Publishes that a fee was verified or taken back, by its entry in the history; any other entry publishes nothing. Cash is in a
 * drawer before the transaction commits: 409 `no_drawer` without an open one. A difference of a fee has no entry in the history:
 * `by` says whose it is and who booked it.
 */
export async function publishBookedFee(
  { outbox, drawers }: Pick<Context, 'outbox' | 'drawers'>,
  trx: Db,
  entryId: string,
  requestId?: string,
  by?: { readonly registration_id: string; readonly actor: Actor },
): Promise<void> {
  const fee = await bookedFee(trx, entryId);
  // A fee of nothing is no money that was booked.
  if (!fee || fee.amount === 0) return;
  if (fee.cash_id !== undefined) {
    const {
      registration_id,
      actor: { id, name, role },
    } = by ?? (await entryOf(trx, entryId));
    const actor = { id, name, role: role as Role };
    await drawers.hold({ id: fee.cash_id, registration_id, amount: fee.amount, actor }, requestId);
  }
  await outbox.publish(trx, 'fee.booked', fee);
}

/** Publishes every fee that was verified or taken back again. Returns their number. */
export const replayBookedFees = replayOf(
  async ({ outbox }, trx, after, size) => {
    const fees = await bookedFeesAfter(trx, after, size);
    await outbox.publishMany(trx, 'fee.booked', fees);
    return fees;
  },
  ({ id }) => id,
);
