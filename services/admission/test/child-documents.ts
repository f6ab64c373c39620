import { fileIdOf } from '@gerbang/contracts/files';
import { readStaffDocuments, reviewDocument, type StaffDocuments } from '@gerbang/contracts/document-reviews';
import { sendChildDocument, sendDocumentOnBehalf } from '@gerbang/contracts/child-documents';
import { uuidv7 } from 'uuidv7';
import { type Caller, type Door, useDoor } from './door.ts';
import { makeChild, makeRegistration, upload } from './families.ts';

interface Desk {
  readonly door: Door;
  readonly parent: Caller;
  readonly cs: Caller;
}

/** A suite's service with a parent and a member of the front office. */
export const useDocuments = (onOpen: (desk: Desk) => void): void =>
  useDoor(async (door) => {
    const parent = await door.caller('wali_murid', 'Rahma Aulia');
    onOpen({ door, parent, cs: await door.caller('cs', 'Citra Dewi') });
  });

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

/** The id of such a page whose bytes are stored. */
export async function storedPage(door: Door, caller: Caller): Promise<string> {
  const id = await page(door, caller);
  await door.context.store.put(id, Buffer.from('halaman'));
  return id;
}

/** Whether a page's bytes are there. */
export async function hasBytes(door: Door, id: string): Promise<boolean> {
  const found = await door.context.store.get(id);
  found?.stream.destroy();
  return found !== null;
}

/** A new family with a registered child. */
export async function registeredFamily(door: Door) {
  const caller = await door.caller();
  const child = await makeChild(door, caller);
  return { caller, child, registration: await makeRegistration(door, caller, {}, child) };
}
export type RegisteredFamily = Awaited<ReturnType<typeof registeredFamily>>;

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

/** The row of a child's document; undefined where there is none. */
export const documentRow = (door: Door, childId: string, key: string) =>
  door
    .db('child_documents as d')
    .join('document_types as t', 't.id', 'd.type_id')
    .where({ 'd.child_id': childId, 't.key': key })
    .first('d.*');

/** A document that was sent and waits, of a new child of this family. */
export async function sentDocument(
  door: Door,
  family: Caller,
  key = 'akta',
  change: Record<string, unknown> = {},
) {
  const child = await makeChild(door, family, change);
  const registration = await makeRegistration(door, family, {}, child);
  const answer = await send(door, family, [child.id, key], { files: [await page(door, family)] });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return { child, registration, id: (await documentRow(door, child.id, key)).id as string };
}

/** A review by the call. */
export const review = (
  door: Door,
  caller: Caller,
  documentId: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
) => door.call(reviewDocument, caller, { params: { documentId }, body, headers });

/** Staff's view of a registration's documents. */
export async function staffView(door: Door, caller: Caller, registrationId: string): Promise<StaffDocuments> {
  const answer = await door.call(readStaffDocuments, caller, { params: { id: registrationId } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}
