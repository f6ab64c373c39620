import { DOCUMENT_PAGES_AN_HOUR } from '@gerbang/domain/child-documents';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import type { Tables } from '../database.types.ts';

type Counting = Pick<Context, 'config' | 'database' | 'now'>;

/** What is counted apart: the pages of a child's documents, and every other file. */
export type UploadKind = Tables['uploads']['kind'];

/** Most uploads of a person in an hour. */
function hourLimit(config: Context['config'], role: Role, kind: UploadKind): number {
  if (role !== 'wali_murid') return config.UPLOADS_PER_HOUR_STAFF;
  return kind === 'document' ? DOCUMENT_PAGES_AN_HOUR : config.UPLOADS_PER_HOUR_PARENT;
}

/**
 * Counts an upload before its bytes are read; 429 over the hour's number or the day's bytes. Uploads of one person are
 * counted one after the other, so that none slips through beside another, and each kind apart. `bytes` is the most that the request may
 * hold; `settleUpload` corrects it. Returns the id of the count.
 */
export async function reserveUpload(
  { config, database, now }: Counting,
  caller: { readonly id: string; readonly role: Role },
  bytes: number,
  kind: UploadKind,
): Promise<string> {
  const isParent = caller.role === 'wali_murid';
  const perHour = hourLimit(config, caller.role, kind);
  const perDay = isParent ? config.UPLOAD_BYTES_PER_DAY_PARENT : config.UPLOAD_BYTES_PER_DAY_STAFF;
  const id = uuidv7();
  await database.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`uploads:${caller.id}`]);
    const at = now();
    const { rows } = await trx.raw(
      `with recent as (
         select created_at, row_number() over newest_first as place, sum(bytes) over newest_first as sum
         from uploads where user_id = :user and kind = :kind and created_at > :at::timestamptz - interval '1 day'
         window newest_first as (order by created_at desc, id desc)
       )
       select extract(epoch from greatest(
         (select created_at from recent where place = :perHour) + interval '1 hour',
         (select max(created_at) from recent where sum + :bytes > :perDay) + interval '1 day'
       ) - :at::timestamptz)::float8 as wait`,
      { user: caller.id, kind, at, perHour, perDay, bytes },
    );
    const wait = (rows as Array<{ wait: number | null }>)[0]?.wait ?? 0;
    if (wait > 0) throw tooMany(wait, 'Terlalu banyak file diunggah. Silakan coba lagi nanti.');
    await trx('uploads').insert({ id, user_id: caller.id, kind, bytes, created_at: at });
  });
  return id;
}

/** Deletes the counts of older uploads. */
export async function deleteUploadsBefore(db: Db, before: Date): Promise<void> {
  await db('uploads').where('created_at', '<', before).delete();
}

/** Corrects the count of an upload to the bytes that it held. */
export async function settleUpload(db: Db, id: string, bytes: number): Promise<void> {
  await db('uploads').where({ id }).update({ bytes });
}

/** Removes the count of an upload that failed by our fault or by a broken network. */
export async function cancelUpload(db: Db, id: string): Promise<void> {
  await db('uploads').where({ id }).delete();
}
