import type { Context } from '../context.ts';
import { deleteUnattached, knownFiles } from './files.repository.ts';
import type { ObjectStore } from '@gerbang/file-store/object-store';
import { deleteUploadsBefore } from './uploads.repository.ts';
import { createSpool } from './spool.ts';

const HOUR_MS = 3_600_000;
/** How long an upload may stay unattached. */
const UNATTACHED_MS = 24 * HOUR_MS;
/** No upload takes longer: older parts are leftovers. */
const UNFINISHED_MS = HOUR_MS;
const BATCH = 200;

type Sweeping = Pick<Context, 'config' | 'database' | 'log' | 'now'>;

/** Deletes unattached files of more than a day: first the row, so that it can no longer be attached, then the bytes. */
async function sweepUnattached({ database }: Sweeping, store: ObjectStore, before: Date): Promise<number> {
  let swept = 0;
  for (;;) {
    const ids = await deleteUnattached(database.knex, before, BATCH);
    for (const id of ids) await store.delete(id);
    swept += ids.length;
    if (ids.length < BATCH) return swept;
  }
}

/** Deletes bytes of more than a day without a row: leftovers of a stop between bytes and row, or row and bytes. */
async function sweepOrphans({ database }: Sweeping, store: ObjectStore, before: Date): Promise<number> {
  let swept = 0;
  const look = async (ids: string[]) => {
    const known = await knownFiles(database.knex, ids);
    for (const id of ids.filter((one) => !known.has(one))) {
      await store.delete(id);
      swept += 1;
    }
  };
  let batch: string[] = [];
  for await (const id of store.listOlder(before)) {
    batch.push(id);
    if (batch.length < BATCH) continue;
    await look(batch);
    batch = [];
  }
  if (batch.length > 0) await look(batch);
  return swept;
}

/** Deletes everything that uploads leave behind; returns how many files of each kind. */
export async function sweepFiles(
  context: Sweeping,
  store: ObjectStore,
): Promise<{ unattached: number; orphans: number }> {
  const now = context.now().getTime();
  const dayAgo = new Date(now - UNATTACHED_MS);
  const unattached = await sweepUnattached(context, store, dayAgo);
  const orphans = await sweepOrphans(context, store, dayAgo);
  const unfinished = new Date(now - UNFINISHED_MS);
  await store.tidy(unfinished);
  await createSpool(context.config.FILES_DIR).tidy(unfinished);
  await deleteUploadsBefore(context.database.knex, dayAgo);
  return { unattached, orphans };
}
