import type { EventPayload, EventType } from '@gerbang/contracts/events';
import type { Knex } from 'knex';
import type { BatchHandlers } from '../events/consumers.ts';
import { preparedIn } from './database.ts';

/** A row of a read model: a copy of a record that another service owns. */
type CopiedRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };

/**
 * The newest version of each record, in the order of their ids: one statement may touch a row only once, and two processes
 * that lock rows in the same order cannot deadlock.
 */
export function newestOf<R extends { readonly id: string; readonly version: number }>(
  rows: readonly R[],
): R[] {
  const newest = new Map<string, R>();
  for (const row of rows) {
    const other = newest.get(row.id);
    if (!other || other.version < row.version) newest.set(row.id, row);
  }
  return [...newest.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
}

/**
 * Upserts rows of a read model in one statement. A row is skipped if the stored version is the same or newer, so events may
 * arrive late, twice or in any order. Returns the ids of the rows written.
 */
export async function saveNewer(
  trx: Knex.Transaction,
  table: string,
  rows: readonly CopiedRow[],
): Promise<string[]> {
  const ordered = newestOf(rows);
  const [first] = ordered;
  if (!first) return [];
  const columns = Object.keys(first).toSorted();
  const written = await preparedIn(trx)<{ id: string }>(`copies_${table}`, saving(table, columns), [
    JSON.stringify(ordered),
  ]);
  return written.map(({ id }) => id);
}

const saving = (table: string, columns: readonly string[]) => `
  insert into ${table} as t (${columns.join(', ')})
  select ${columns.map((column) => `r.${column}`).join(', ')} from jsonb_populate_recordset(null::${table}, $1) r
  on conflict (id) do update set ${columns
    .filter((column) => column !== 'id')
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}
  where excluded.version > t.version returning id`;

/** The batch handler of an event type whose payloads are saved as they are, in one call a batch. */
export function payloadBatches<T extends EventType>(
  type: T,
  save: (trx: Knex.Transaction, payloads: readonly EventPayload<T>[]) => Promise<unknown>,
): BatchHandlers {
  return {
    [type]: async (trx: Knex.Transaction, events: readonly { readonly payload: EventPayload<T> }[]) =>
      void (await save(
        trx,
        events.map(({ payload }) => payload),
      )),
  };
}
