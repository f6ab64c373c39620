import type { Db } from '@gerbang/service-kit/data/database';
import { replay } from '@gerbang/service-kit/events/replay';
import type { Context } from '../context.ts';
import { bookedFee, bookedFeesAfter } from './booked-fees.repository.ts';

/** Publishes that a fee was verified or taken back, by its entry in the history; any other entry publishes nothing. */
export async function publishBookedFee(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  entryId: string,
): Promise<void> {
  const fee = await bookedFee(trx, entryId);
  if (fee) await outbox.publish(trx, 'fee.booked', fee);
}

/** Publishes every fee that was verified or taken back again. Returns their number. */
export function replayBookedFees(
  { database, outbox }: Pick<Context, 'database' | 'outbox'>,
  batch?: number,
): Promise<number> {
  return replay(
    database,
    async (trx, after, size) => {
      const fees = await bookedFeesAfter(trx, after, size);
      await outbox.publishMany(trx, 'fee.booked', fees);
      return fees;
    },
    ({ id }) => id,
    batch,
  );
}
