import type { EventPayload } from '@gerbang/contracts/events';
import type { WaveHandlers } from '../events/consumers.ts';
import type { Db } from './database.ts';

/** A row of a copy of what another service owns. */
type Copied = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };

/**
 * Keeps copies of what another service owns: a row is written unless the copy already has this version or a newer one,
 * so that events may come late, twice or in any order. Answers how many were written.
 */
export async function saveNewer(trx: Db, table: string, rows: readonly Copied[]): Promise<number> {
  // A statement may touch a row once: of several versions together only the newest counts.
  const newest = new Map<string, Copied>();
  for (const row of rows) {
    const other = newest.get(row.id);
    if (!other || other.version < row.version) newest.set(row.id, row);
  }
  if (newest.size === 0) return 0;
  // In one order, so that two processes never wait for each other in a circle.
  const ordered = [...newest.values()].sort((one, two) => (one.id < two.id ? -1 : 1));
  const written: unknown[] = await trx(table)
    .insert(ordered)
    .onConflict('id')
    .merge()
    .whereRaw('excluded.version > ??.version', [table])
    .returning('id');
  return written.length;
}

/** Copies of registrations come in thousands, after a publication or a replay: as many at once as have come meanwhile. */
export function registrationWaves(
  save: (trx: Db, changes: readonly EventPayload<'registration.changed'>[]) => Promise<unknown>,
): WaveHandlers {
  return {
    'registration.changed': async (trx, events) =>
      void (await save(
        trx,
        events.map(({ payload }) => payload),
      )),
  };
}
