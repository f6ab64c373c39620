import { FAMILIES_TOGETHER } from '@gerbang/contracts/enrollment-events';
import type { Context } from '../context.ts';
import { anyUntold, duesOf, lockUntold, markTold, settledFamilies } from './family-dues.repository.ts';

type Parts = Pick<Context, 'database' | 'outbox'>;

const FEED_EVERY_MS = 10_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Tells admission the families whose dues have changed, fifty in a transaction, and at the end until when nothing is left
 * to tell; without changes only the latter, where `due`. Returns the number of families.
 */
export async function tellDues({ database, outbox }: Parts, due = true): Promise<number> {
  let told = 0;
  if (!due && !(await anyUntold(database))) return told;
  for (;;) {
    const count = await database.transaction(async (trx) => {
      const { now, families } = await lockUntold(trx);
      if (families.length === 0 && !(due || told > 0)) return 0;
      const complete = families.length < FAMILIES_TOGETHER;
      await outbox.publish(trx, 'dues.changed', {
        families: await duesOf(trx, families),
        complete_at: complete ? now.toISOString() : null,
        check: false,
      });
      await markTold(trx, families);
      return families.length;
    });
    told += count;
    if (count < FAMILIES_TOGETHER) return told;
  }
}

/** The chore that tells changes within a second, and every 10 s that there were none. */
export function duesFeed(parts: Parts): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    const due = performance.now() - last >= FEED_EVERY_MS;
    const told = await tellDues(parts, due);
    if (due || told > 0) last = performance.now();
  };
}

/** Tells admission all families that it should know as they stand: it mends what differs, and counts it. */
export async function checkDues({ database, outbox }: Parts): Promise<number> {
  let told = 0;
  let after = NO_ID;
  for (;;) {
    const families = await database.transaction(async (trx) => {
      const settled = await settledFamilies(trx, after);
      if (settled.length === 0) return settled;
      const dues = await duesOf(trx, settled);
      await outbox.publish(trx, 'dues.changed', { families: dues, complete_at: null, check: true });
      return settled;
    });
    told += families.length;
    after = families.at(-1)?.user_id ?? after;
    if (families.length < FAMILIES_TOGETHER) return told;
  }
}
