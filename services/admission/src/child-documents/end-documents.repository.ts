import { isDocumentComplete } from '@gerbang/domain/child-documents';
import type { Db } from '@gerbang/service-kit/data/database';
import type { DocumentRecord } from './child-documents.repository.ts';

const AT_ONCE = 50;

/** Ends versions with the ticks that rest on them; returns the files whose bytes can go after the commit. */
export async function endVersions(trx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await trx.raw(
    `with ended as (delete from document_versions where id = any(:ids) returning files)
     delete from files where attached_to = 'child_document' and id in (
       select page::uuid from ended, jsonb_array_elements_text(ended.files) page
     ) returning id`,
    { ids: [...ids] },
  );
  return (rows as { id: string }[]).map(({ id }) => id);
}

/** The children with documents of these that are complete. */
export async function childrenWithComplete(trx: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await trx('child_documents')
    .whereIn('id', ids)
    .orderBy('child_id')
    .select<DocumentRecord[]>('child_id', 'status', 'approved_version');
  return [...new Set(rows.filter(isDocumentComplete).map(({ child_id }) => child_id))];
}

/** Ends documents with their versions and ticks; returns the files whose bytes can go after the commit. */
export async function endDocuments(trx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const files = await trx('files')
    .where({ attached_to: 'child_document' })
    .whereIn('record_id', ids)
    .delete(['id']);
  await trx('child_documents').whereIn('id', ids).delete();
  return files.map(({ id }) => id as string);
}

/** A document whose approval is over, with the key of its type. */
export type ExpiredDocument = DocumentRecord & { readonly type_key: string };

/** Some documents, of one child where it is given, whose approval ended before this day, locked; those that another transaction holds wait for the next turn. */
export async function lockExpired(trx: Db, today: string, childId?: string): Promise<ExpiredDocument[]> {
  return trx('child_documents')
    .where(childId === undefined ? {} : { 'child_documents.child_id': childId })
    .join('document_types', 'document_types.id', 'child_documents.type_id')
    .where('child_documents.expires_on', '<', today)
    .whereNotNull('child_documents.approved_version')
    .orderBy(['child_documents.expires_on', 'child_documents.id'])
    .limit(AT_ONCE)
    .forNoKeyUpdate('child_documents')
    .skipLocked()
    .select('child_documents.*', 'document_types.key as type_key');
}
