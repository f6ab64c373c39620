import type { Database, Db } from '@gerbang/service-kit/data/database';
import {
  eventsAfter,
  listsToNumber,
  lockNumbers,
  markNumbered,
  writeMoves,
} from './list-numbers.repository.ts';

/** Writes the numbers that moved with the next events of a list; returns the last of them, undefined where none was left. */
async function numberNext(trx: Db, poolId: string, from: number): Promise<number | undefined> {
  const events = await eventsAfter(trx, poolId, from);
  const last = events.at(-1);
  if (last === undefined) return undefined;
  await writeMoves(trx, poolId, events);
  await markNumbered(trx, poolId, last);
  return last;
}

/**
 * Writes all numbers of a locked pool that are still to be written, in the caller's transaction: before entries join or
 * change their keys, or are erased, because older events are counted by the entries as they were.
 */
export async function numberNow(trx: Db, poolId: string): Promise<void> {
  let at = await lockNumbers(trx, poolId, { busy: 'wait' });
  while (at !== undefined) at = await numberNext(trx, poolId, at);
}

/**
 * Writes the numbers that moved since lists were numbered last, each number with the event that moved it. A family reads the
 * last written numbers meanwhile. Nothing is kept between turns: what one that broke off left is done by the next. Returns
 * in how many parts it was done.
 */
export async function numberLists({ database }: { readonly database: Database }): Promise<number> {
  let parts = 0;
  for (const id of await listsToNumber(database.knex)) {
    const next = () =>
      database.transaction(async (trx) => {
        const from = await lockNumbers(trx, id, { busy: 'skip' });
        return from === undefined ? undefined : numberNext(trx, id, from);
      });
    while ((await next()) !== undefined) parts += 1;
  }
  return parts;
}
