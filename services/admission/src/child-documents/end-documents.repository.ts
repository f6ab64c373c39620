import { isDocumentComplete } from '@gerbang/domain/child-documents';
import type { Db } from '@gerbang/service-kit/data/database';
import type { DocumentRecord } from './child-documents.repository.ts';

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
