import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { countMoved, markNumbered, writeNumbers } from './list-numbers.repository.ts';
import { numberNow } from './number-lists.ts';
import {
  type Ending,
  endEntries,
  type EntryRecord,
  insertEntries,
  insertEvent,
  type NewEntry,
  type NewEvent,
  writeKeys,
} from '../record/waitlist.repository.ts';

/** Writes an event by which all numbers of a list may move, and the numbers as they are now. */
async function renumber(trx: Db, event: NewEvent, by: Actor): Promise<void> {
  const id = await insertEvent(trx, event, by);
  await writeNumbers(trx, event.pool_id, id);
  await markNumbered(trx, event.pool_id, id);
}

/**
 * Lets children wait in a locked pool: they get their numbers, and families whom they precede get theirs anew. Events
 * before are numbered first, without the children who join.
 */
export async function joinList(
  trx: Db,
  poolId: string,
  entries: readonly NewEntry[],
  by: Actor,
): Promise<EntryRecord[]> {
  if (entries.length === 0) return [];
  await numberNow(trx, poolId);
  const made = await insertEntries(trx, entries);
  const [first] = made;
  const entry_id = made.length === 1 && first ? first.id : null;
  const joined = await insertEvent(
    trx,
    { pool_id: poolId, cause: 'joined', count: made.length, entry_id },
    by,
  );
  await writeNumbers(trx, poolId, joined, { fresh: true });
  if ((await countMoved(trx, poolId)) > 0) {
    await renumber(trx, { pool_id: poolId, cause: 'joined_above', count: made.length }, by);
  } else {
    await markNumbered(trx, poolId, joined);
  }
  return made;
}

/** Gives entries of a locked list other keys, and the numbers that follow. Events before are numbered by the old keys. */
export async function changeKeys(
  trx: Db,
  entries: Parameters<typeof writeKeys>[1],
  event: NewEvent,
  by: Actor,
): Promise<void> {
  await numberNow(trx, event.pool_id);
  await writeKeys(trx, entries);
  await renumber(trx, event, by);
}

/** Takes one entry off a locked list: its family leaves, or has not answered. */
export async function endWaiting(
  trx: Db,
  entry: Pick<EntryRecord, 'id' | 'pool_id'>,
  ending: Ending & { readonly status: 'withdrawn' | 'expired' },
): Promise<void> {
  await leaveList(trx, [entry.id], { pool_id: entry.pool_id, cause: ending.status, count: 1 }, ending);
}

/** Takes entries off a locked list; the numbers of those behind are written after the transaction (`numberLists`). */
export async function leaveList(
  trx: Db,
  ids: readonly string[],
  event: NewEvent,
  ending: Ending,
): Promise<void> {
  const entry_id = ids.length === 1 ? (ids[0] ?? null) : null;
  await endEntries(trx, ids, { entry_id, ...event }, ending);
}
