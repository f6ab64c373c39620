import type { ReturnReason } from '@gerbang/domain/child-documents';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { DocumentRecord } from './child-documents.repository.ts';
import type { TypedRecord } from './document-facts.ts';
import { endChangesOf, keepTyped } from './document-ticks.repository.ts';
import type { TypeRecord } from './document-types.repository.ts';

/** A document, locked, with its type and what its family typed, which stay as they are. */
export type ReviewedDocument = DocumentRecord & TypedRecord & { readonly type: TypeRecord };

/** Locks a document of a child that is not deleted; undefined where there is none. */
export async function lockForReview(trx: Db, id: string): Promise<ReviewedDocument | undefined> {
  const found = await trx('child_documents').where({ id }).first<DocumentRecord | undefined>();
  const typed = found && (await keepTyped(trx, found.child_id));
  if (!typed) return undefined;
  const type = await trx('document_types').where({ id: found.type_id }).forShare().first<TypeRecord>();
  const present = await trx('child_documents')
    .where({ id })
    .forNoKeyUpdate()
    .first<DocumentRecord | undefined>();
  return present && { ...present, ...typed, type };
}

export interface Decision {
  readonly decision: 'approved' | 'returned';
  readonly reason_code: ReturnReason | null;
  readonly reason_text: string | null;
}

/** Writes the decision about the newest version of a locked document; returns the version's id. */
export async function writeReview(
  trx: Db,
  { id, current_version }: Pick<DocumentRecord, 'id' | 'current_version'>,
  review: Decision & { readonly actor: Actor; readonly at: Date },
): Promise<string> {
  const { actor, at, ...decision } = review;
  const [written] = await trx('document_versions')
    .where({ document_id: id, number: current_version })
    .where((open) => {
      void open.whereNull('decision');
      if (decision.decision === 'returned') void open.orWhere('decision', 'approved');
    })
    .update({
      ...decision,
      reviewed_by_id: actor.id,
      reviewed_by_name: actor.name,
      reviewed_by_role: actor.role,
      reviewed_at: at,
    })
    .returning<{ id: string }[]>('id');
  if (!written) throw new Error('A version was decided under its lock');
  return written.id;
}

/** The id of the newest version of a locked document. */
export async function newestVersionId(
  trx: Db,
  { id, current_version }: Pick<DocumentRecord, 'id' | 'current_version'>,
): Promise<string> {
  const row = await trx('document_versions')
    .where({ document_id: id, number: current_version })
    .first<{ id: string } | undefined>('id');
  if (!row) throw new Error('A locked document has no version');
  return row.id;
}

/** Raises the version of a locked document that stays as it is; the time of its decision stays, too. */
export async function raiseVersion(trx: Db, present: DocumentRecord): Promise<DocumentRecord> {
  const [written] = await trx('child_documents')
    .where({ id: present.id, version: present.version })
    .update({ version: present.version + 1 })
    .returning<DocumentRecord[]>('*');
  if (!written) throw new Error('A locked document changed');
  return written;
}

/** Writes a new state of a locked document; its edge has been checked. */
export async function moveDocument(
  trx: Db,
  present: DocumentRecord,
  change: Pick<DocumentRecord, 'status' | 'approved_version' | 'expires_on' | 'waived_reason'>,
): Promise<DocumentRecord> {
  const [written] = await trx('child_documents')
    .where({ id: present.id, status: present.status, version: present.version })
    .whereRaw('current_version is not distinct from ?', [present.current_version])
    .update({ ...change, version: present.version + 1, updated_at: trx.fn.now() })
    .returning<DocumentRecord[]>('*');
  if (!written) throw new Error('A locked document changed');
  await endChangesOf(trx, present.id);
  return written;
}
