import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/** A row of `files`. */
export type FileRecord = Tables['files'];
/** The kinds of records that a file can belong to. */
export type AttachedTo = NonNullable<FileRecord['attached_to']>;

type NewFile = Pick<
  FileRecord,
  'id' | 'uploader_id' | 'uploader_role' | 'purpose' | 'name' | 'media_type' | 'size' | 'created_at'
>;

/** The record that a file belongs to, and what people call it. */
export type FileTarget = { readonly attached_to: AttachedTo } & Readonly<
  Record<'record_id' | 'family_user_id', string> &
    Record<'invoice_number' | 'invoice_registration_id', string | null>
>;

/** Writes the row that makes stored bytes a file. */
export async function insertFile(trx: Db, file: NewFile): Promise<void> {
  await trx('files').insert(file);
}

/** The ids among these that have a row. */
export async function knownFiles(db: Db, ids: readonly string[]): Promise<Set<string>> {
  return new Set(await db('files').whereIn('id', ids).pluck<string[]>('id'));
}

/** An upload of this person for this purpose. */
export interface OwnUpload {
  readonly id: string;
  readonly uploader_id: string;
  readonly purpose: FileRecord['purpose'];
}

/** Attaches a free upload to a record; undefined where there is none. Of two records that want it one gets it. */
export async function attachFree(
  trx: Db,
  upload: OwnUpload,
  to: FileTarget,
  imagesOnly: boolean,
): Promise<Pick<FileRecord, 'id' | 'name'> | undefined> {
  const [attached] = await trx('files')
    .where(upload)
    .whereNull('attached_at')
    .modify((query) => {
      if (imagesOnly) query.whereLike('media_type', 'image/%');
    })
    .update({ attached_at: trx.fn.now(), ...to })
    .returning(['id', 'name']);
  return attached;
}

/** An upload, attached or not. */
export async function uploadOf(
  db: Db,
  upload: OwnUpload,
): Promise<Pick<FileRecord, 'id' | 'name' | 'attached_to' | 'record_id'> | undefined> {
  return db('files').where(upload).first('id', 'name', 'attached_to', 'record_id');
}

/** A file as its reader gets it. */
export type ReadableFile = Pick<FileRecord, 'id' | 'name' | 'media_type' | 'attached_to' | 'record_id'>;

/**
 * The file if this reader may read it now: the uploader while it is free, staff by what it is attached to, a family its
 * own. The rule is in the query, so it holds at every read.
 */
export async function readableFile(
  db: Db,
  id: string,
  reader: { readonly id: string; readonly reads: readonly AttachedTo[]; readonly isParent: boolean },
): Promise<ReadableFile | undefined> {
  return db('files')
    .select('id', 'name', 'media_type', 'attached_to', 'record_id')
    .where({ id })
    .andWhere((rule) => {
      void rule
        .where({ uploader_id: reader.id, attached_at: null })
        .orWhereIn('attached_to', [...reader.reads]);
      if (reader.isParent) void rule.orWhere({ family_user_id: reader.id });
    })
    .first<ReadableFile | undefined>();
}

/** Deletes rows of files that were not attached in time, at most so many; returns their ids. */
export async function deleteUnattached(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await db.raw(
    `delete from files where attached_at is null and id in (
       select id from files where attached_at is null and created_at < ?
       order by created_at limit ? for update skip locked
     ) returning id`,
    [before, limit],
  );
  return (rows as { id: string }[]).map(({ id }) => id);
}
