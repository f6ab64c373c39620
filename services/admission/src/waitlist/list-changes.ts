import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import {
  endEntries,
  type EntryRecord,
  hasMoved,
  insertEntries,
  insertEvent,
  type NewEntry,
  type NewEvent,
  writePositions,
} from './waitlist.repository.ts';

/** Writes why a list changed, and the numbers that changed with it. The pool must be locked. */
export async function recordChange(trx: Db, event: NewEvent, by: Actor): Promise<number> {
  return writePositions(trx, event.pool_id, await insertEvent(trx, event, by));
}

/** Lets children wait in a locked pool: they get their numbers, and families whom they precede get theirs anew. */
export async function joinList(
  trx: Db,
  poolId: string,
  entries: readonly NewEntry[],
  by: Actor,
): Promise<EntryRecord[]> {
  const made = await insertEntries(trx, entries);
  if (made.length === 0) return [];
  const [first] = made;
  const joined = await insertEvent(
    trx,
    {
      pool_id: poolId,
      cause: 'joined',
      count: made.length,
      entry_id: made.length === 1 && first ? first.id : null,
    },
    by,
  );
  await writePositions(trx, poolId, joined, { fresh: true });
  if ((await hasMoved(trx, poolId)) > 0) {
    await recordChange(trx, { pool_id: poolId, cause: 'joined_above', count: made.length }, by);
  }
  return made;
}

/** Takes one entry off a locked list. */
export async function leaveList(
  trx: Db,
  entry: Pick<EntryRecord, 'id' | 'pool_id'>,
  { status, at, by }: { readonly status: 'withdrawn' | 'expired'; readonly at: Date; readonly by: Actor },
): Promise<void> {
  await endEntries(trx, [entry.id], status, at);
  await recordChange(trx, { pool_id: entry.pool_id, cause: status, count: 1, entry_id: entry.id }, by);
}
