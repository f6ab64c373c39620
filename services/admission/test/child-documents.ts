import { fileIdOf } from '@gerbang/contracts/files';
import { sendChildDocument, sendDocumentOnBehalf } from '@gerbang/contracts/documents';
import { uuidv7 } from 'uuidv7';
import type { Caller, Door } from './door.ts';
import { upload } from './families.ts';

/** The id of a page that this caller uploaded. */
export async function page(
  door: Door,
  caller: Caller,
  change: Record<string, unknown> = {},
): Promise<string> {
  return (
    fileIdOf(await upload(door, caller, { purpose: 'child_document', name: 'akta.jpg', ...change })) ?? ''
  );
}

/** Sends a document, with a new key each time. */
export const send = (
  door: Door,
  caller: Caller,
  [childId, typeKey]: readonly [string, string],
  body: Record<string, unknown>,
  key: string = uuidv7(),
) =>
  door.call(caller.role === 'wali_murid' ? sendChildDocument : sendDocumentOnBehalf, caller, {
    params: { childId, typeKey },
    body,
    headers: { 'idempotency-key': key },
  });

/** What a review would have written: a decision about the newest version. */
export async function decide(
  door: Door,
  documentId: string,
  decision: 'approved' | 'returned',
): Promise<void> {
  await door.database.transaction(async (trx) => {
    const row = await trx('child_documents').where({ id: documentId }).forUpdate().first();
    await trx('document_versions')
      .where({ document_id: documentId, number: row.current_version })
      .update({
        decision,
        reason_code: decision === 'returned' ? 'buram' : null,
        reviewed_by_id: uuidv7(),
        reviewed_by_name: 'Citra Dewi',
        reviewed_by_role: 'cs',
        reviewed_at: new Date(),
      });
    await trx('child_documents')
      .where({ id: documentId })
      .update({
        status: decision,
        approved_version: decision === 'approved' ? row.current_version : null,
        version: row.version + 1,
      });
  });
}
