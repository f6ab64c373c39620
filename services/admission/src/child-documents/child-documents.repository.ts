import type { Jenjang } from '@gerbang/domain/levels';
import { isLiveStage } from '@gerbang/domain/live-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import type { TypeRecord } from './document-types.repository.ts';

/** A row of `child_documents`. */
export type DocumentRecord = Tables['child_documents'];
/** A row of `document_versions`, its note sealed, its files in the order of the pages. */
export type VersionRecord = Omit<Tables['document_versions'], 'files'> & {
  readonly files: readonly string[];
};
/** A page as a version shows it. */
export type PageRecord = Pick<Tables['files'], 'id' | 'media_type'>;

/** A level and class that a child is registered for. */
export interface ChildLevel {
  readonly child_id: string;
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
}

/** Levels and classes of the live registrations of these children. */
export async function levelsOfChildren(db: Db, childIds: readonly string[]): Promise<ChildLevel[]> {
  const rows = await db('registrations')
    .whereIn('child_id', childIds)
    .whereNull('deleted_at')
    .select<(ChildLevel & Pick<Tables['registrations'], 'current_stage'>)[]>(
      'child_id',
      'jenjang',
      'kelas',
      'current_stage',
    );
  return rows.filter(({ current_stage }) => isLiveStage(current_stage));
}

/** Levels and classes of the live registrations of a child. */
export const liveLevels = (db: Db, childId: string): Promise<ChildLevel[]> => levelsOfChildren(db, [childId]);

/** A child that is not deleted, with the account of its family, kept as it is until the transaction ends. */
export async function keepChild(
  trx: Db,
  id: string,
): Promise<{ readonly id: string; readonly family_user_id: string } | undefined> {
  return trx('children')
    .join('parents', 'parents.id', 'children.parent_id')
    .where({ 'children.id': id })
    .whereNull('children.deleted_at')
    .forShare('children')
    .first('children.id', 'parents.user_id as family_user_id');
}

/** The document of a child and type, locked; it is made where it is missing. */
export async function lockDocument(trx: Db, childId: string, type: TypeRecord): Promise<DocumentRecord> {
  const place = { child_id: childId, type_id: type.id };
  await trx('child_documents')
    .insert({ id: uuidv7(), ...place, status: 'missing' })
    .onConflict(['child_id', 'type_id'])
    .ignore();
  const row = await trx('child_documents').where(place).forNoKeyUpdate().first<DocumentRecord | undefined>();
  if (!row) throw new Error('A document that was just made is gone');
  return row;
}

/** Uploads of this person for documents, locked in one order for all callers. */
export async function lockPages(
  trx: Db,
  uploaderId: string,
  ids: readonly string[],
): Promise<Pick<Tables['files'], 'id' | 'media_type' | 'attached_at'>[]> {
  return trx('files')
    .whereIn('id', ids)
    .where({ uploader_id: uploaderId, purpose: 'child_document' })
    .orderBy('id')
    .forUpdate()
    .select('id', 'media_type', 'attached_at');
}

/** Attaches locked free pages to a document: from now on its family and the staff of documents read them. */
export async function attachPages(
  trx: Db,
  ids: readonly string[],
  to: { readonly record_id: string; readonly family_user_id: string },
): Promise<void> {
  const attached = await trx('files')
    .whereIn('id', ids)
    .whereNull('attached_at')
    .update({ attached_at: trx.fn.now(), attached_to: 'child_document', ...to });
  if (attached !== ids.length) throw new Error('A locked page was attached elsewhere');
}

type NewVersion = Pick<
  VersionRecord,
  | 'id'
  | 'document_id'
  | 'number'
  | 'files'
  | 'note'
  | 'sent_by_id'
  | 'sent_by_name'
  | 'sent_by_role'
  | 'sent_at'
>;

/** Writes a version, and that the document waits with it; an earlier approval stays until it is decided. */
export async function insertVersion(trx: Db, present: DocumentRecord, version: NewVersion): Promise<void> {
  await trx('document_versions').insert({ ...version, files: JSON.stringify(version.files) });
  const moved = await trx('child_documents')
    .where({ id: present.id, status: present.status, version: present.version })
    .update({
      status: 'uploaded',
      current_version: version.number,
      waived_reason: null,
      version: present.version + 1,
      updated_at: trx.fn.now(),
    });
  if (moved !== 1) throw new Error('A locked document changed');
}

/** The documents of these children. */
export async function documentsOfChildren(db: Db, childIds: readonly string[]): Promise<DocumentRecord[]> {
  return db('child_documents').whereIn('child_id', childIds).orderBy('id');
}

/** The facts of these children that a person compared with a paper. */
export async function checksOf(db: Db, childIds: readonly string[]): Promise<Tables['facts_checked'][]> {
  return db('facts_checked').whereIn('child_id', childIds).orderBy(['child_id', 'fact']);
}

/** The facts of these children that were typed anew since a person compared them. */
export async function changesOf(db: Db, childIds: readonly string[]): Promise<Tables['facts_changed'][]> {
  return db('facts_changed').whereIn('child_id', childIds).orderBy(['child_id', 'fact']);
}

/** The versions of these documents, the newest first. */
export async function versionsOf(db: Db, documentIds: readonly string[]): Promise<VersionRecord[]> {
  return db('document_versions')
    .whereIn('document_id', documentIds)
    .orderBy([{ column: 'document_id' }, { column: 'number', order: 'desc' }]);
}

/** The pages with these ids, by id. */
export async function pagesOf(db: Db, ids: readonly string[]): Promise<Map<string, PageRecord>> {
  const rows = await db('files').whereIn('id', ids).select<PageRecord[]>('id', 'media_type');
  return new Map(rows.map((row) => [row.id, row]));
}
