import type { Db } from '@gerbang/service-kit/data/database';
import type { DocumentRecord } from './child-documents.repository.ts';

const AT_ONCE = 50;

/** A document whose approval is over, with the key of its type. */
export type ExpiredDocument = DocumentRecord & { readonly type_key: string };

/** Some documents whose approval ended before this day, locked; those that another transaction holds wait for the next turn. */
export async function lockExpired(trx: Db, today: string): Promise<ExpiredDocument[]> {
  return trx('child_documents')
    .join('document_types', 'document_types.id', 'child_documents.type_id')
    .where('child_documents.expires_on', '<', today)
    .whereNotNull('child_documents.approved_version')
    .orderBy(['child_documents.expires_on', 'child_documents.id'])
    .limit(AT_ONCE)
    .forNoKeyUpdate('child_documents')
    .skipLocked()
    .select('child_documents.*', 'document_types.key as type_key');
}
