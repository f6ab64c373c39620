import type { DocumentFact } from '@gerbang/domain/child-documents';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Db } from '@gerbang/service-kit/data/database';
import { type TypedRecord, typedFacts, valueHmac } from './document-facts.ts';

const BOTH = ['to_jsonb(children) as child', 'to_jsonb(parents) as parent'];

function typedRecords(db: Db) {
  return db('children')
    .join('parents', 'parents.id', 'children.parent_id')
    .select(BOTH.map((column) => db.raw(column)));
}

/** A child that is not deleted, with its family. */
export async function typedRecord(db: Db, childId: string): Promise<TypedRecord | undefined> {
  return typedRecords(db)
    .where({ 'children.id': childId })
    .whereNull('children.deleted_at')
    .first<TypedRecord | undefined>();
}

/** The same; what is typed stays as it is until the transaction ends. */
export async function keepTyped(trx: Db, childId: string): Promise<TypedRecord | undefined> {
  return typedRecords(trx)
    .where({ 'children.id': childId })
    .whereNull('children.deleted_at')
    .forShare('children', 'parents')
    .first<TypedRecord | undefined>();
}

/**
 * Notes that these facts were found the same on a version; an earlier tick of a fact gives way, and so does the note that its
 * value changed.
 */
export async function writeTicks(
  trx: Db,
  ticks: ReadonlyArray<{ readonly fact: DocumentFact; readonly value_hmac: Buffer }>,
  {
    childId,
    versionId,
    actor,
    at,
  }: { readonly childId: string; readonly versionId: string; readonly actor: Actor; readonly at: Date },
): Promise<void> {
  if (ticks.length === 0) return;
  await trx('facts_checked')
    .insert(
      ticks.map((tick) => ({
        ...tick,
        child_id: childId,
        document_version_id: versionId,
        checked_by_id: actor.id,
        checked_by_name: actor.name,
        checked_by_role: actor.role,
        at,
      })),
    )
    .onConflict(['child_id', 'fact'])
    .merge();
  const facts = ticks.map(({ fact }) => fact);
  await trx('facts_changed').where({ child_id: childId }).whereIn('fact', facts).delete();
}

/** Ends the ticks that rest on a version of this document: it is no paper to compare with any more. */
export async function endTicksOf(trx: Db, documentId: string): Promise<void> {
  await trx('facts_checked')
    .whereIn('document_version_id', trx('document_versions').where({ document_id: documentId }).select('id'))
    .delete();
}

/** Ends the notes that facts changed which had been compared with this document: it is decided anew. */
export async function endChangesOf(trx: Db, documentId: string): Promise<void> {
  await trx('facts_changed').where({ document_id: documentId }).delete();
}

/** Ends a tick whose value is another one now, and notes what is to be compared again. */
async function endTick(trx: Db, childId: string, fact: DocumentFact): Promise<void> {
  await trx.raw(
    `with ended as (delete from facts_checked where child_id = ? and fact = ? returning *)
     insert into facts_changed (child_id, fact, document_id)
     select e.child_id, e.fact, v.document_id from ended e join document_versions v on v.id = e.document_version_id
     on conflict (child_id, fact) do update set document_id = excluded.document_id, at = excluded.at`,
    [childId, fact],
  );
}

/**
 * Ends the ticks of a child, or of all children of a family, whose value is another one now; they are to be compared again.
 * Every write of what a family types calls it, in its own transaction.
 */
export async function endChangedTicks(
  trx: Db,
  columns: Columns,
  of: { readonly 'children.id': string } | { readonly 'children.parent_id': string },
): Promise<void> {
  const ticks = (await typedRecords(trx)
    .join('facts_checked', 'facts_checked.child_id', 'children.id')
    .where(of)
    .select('facts_checked.fact', 'facts_checked.value_hmac')) as (TypedRecord & {
    fact: DocumentFact;
    value_hmac: Buffer;
  })[];
  for (const { fact, value_hmac, ...record } of ticks) {
    const child_id = record.child.id;
    if (valueHmac(columns, child_id, fact, typedFacts(columns, record)).equals(value_hmac)) continue;
    await endTick(trx, child_id, fact);
  }
}
