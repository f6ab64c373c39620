import type { Db } from '@gerbang/service-kit/data/database';
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

const REPLAY_BATCH = 200;

/** Publishes every fee that was verified or taken back again, in batches that each commit. Returns their number. */
export async function replayBookedFees(
  { database, outbox }: Pick<Context, 'database' | 'outbox'>,
  batch = REPLAY_BATCH,
): Promise<number> {
  let published = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const fees = await database.transaction(async (trx) => {
      const next = await bookedFeesAfter(trx, after, batch);
      await outbox.publishMany(trx, 'fee.booked', next);
      return next;
    });
    published += fees.length;
    after = fees.at(-1)?.id ?? after;
    if (fees.length < batch) return published;
  }
}
