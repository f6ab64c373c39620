import type { Context } from '../context.ts';
import type { ObjectStore } from './object-store.ts';
import { createSpool } from './spool.ts';

const HOUR_MS = 3_600_000;
/** How long an upload may stay unattached (decisions, Files). */
const UNATTACHED_MS = 24 * HOUR_MS;
/** No upload takes this long: what arrived before is left over. */
const UNFINISHED_MS = HOUR_MS;
const BATCH = 200;

type Sweeping = Pick<Context, 'config' | 'database' | 'log' | 'now'>;

/** Unattached files of more than a day: first the row, so that nobody can attach it any more, then the bytes. */
async function sweepUnattached({ database }: Sweeping, store: ObjectStore, before: Date): Promise<number> {
  let swept = 0;
  for (;;) {
    const { rows } = await database.knex.raw(
      `delete from files where attached_at is null and id in (
         select id from files where attached_at is null and created_at < ?
         order by created_at limit ? for update skip locked
       ) returning id`,
      [before, BATCH],
    );
    for (const { id } of rows as Array<{ id: string }>) await store.delete(id);
    swept += rows.length;
    if (rows.length < BATCH) return swept;
  }
}

/** Bytes of more than a day that no row names: what a stop between bytes and row, or row and bytes, has left. */
async function sweepOrphans({ database }: Sweeping, store: ObjectStore, before: Date): Promise<number> {
  let swept = 0;
  const look = async (ids: string[]) => {
    const known = new Set(await database.knex('files').whereIn('id', ids).pluck('id'));
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

/** One sweep of everything that uploads leave behind (decisions, Files; reliability U9). */
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
  await context.database.knex('uploads').where('created_at', '<', dayAgo).delete();
  return { unattached, orphans };
}
