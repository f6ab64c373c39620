import type { EventPayload, EventType } from '@gerbang/contracts/events';
import type { BatchHandlers } from '../events/consumers.ts';
import type { Db } from './database.ts';

/** A row of a read model: a copy of a record that another service owns. */
type CopiedRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };

/**
 * Upserts rows of a read model. A row is skipped if the stored version is the same or newer, so events may arrive
 * late, twice or in any order. Returns the number of rows written.
 */
export async function saveNewer(trx: Db, table: string, rows: readonly CopiedRow[]): Promise<number> {
  // One statement may touch a row only once: of several versions of a record the newest is kept.
  const newest = new Map<string, CopiedRow>();
  for (const row of rows) {
    const other = newest.get(row.id);
    if (!other || other.version < row.version) newest.set(row.id, row);
  }
  if (newest.size === 0) return 0;
  // Sorted, so that two processes lock the rows in the same order and cannot deadlock.
  const ordered = [...newest.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
  const written: unknown[] = await trx(table)
    .insert(ordered)
    .onConflict('id')
    .merge()
    .whereRaw('excluded.version > ??.version', [table])
    .returning('id');
  return written.length;
}

/** The batch handler of an event type whose payloads are saved as they are, in one call a batch. */
export function payloadBatches<T extends EventType>(
  type: T,
  save: (trx: Db, payloads: readonly EventPayload<T>[]) => Promise<unknown>,
): BatchHandlers {
  return {
    [type]: async (trx: Db, events: readonly { readonly payload: EventPayload<T> }[]) =>
      void (await save(
        trx,
        events.map(({ payload }) => payload),
      )),
  };
}
