import {
  type CorrectionBasis,
  type CorrectionTarget,
  NUMBER_CORRECTIONS_A_YEAR,
} from '@gerbang/domain/corrections';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import { DATA_CLASSES } from '../data-classes.ts';
import type { Tables } from '../database.types.ts';
import {
  type FullRegistration,
  fullRegistration,
  registrations,
} from '../registration-record/registrations.repository.ts';

type Value = string | number | null;
/** The fields of a correction with both values. */
export type Changes = Readonly<Record<string, { readonly before: Value; readonly after: Value }>>;
export type CorrectionRecord = Omit<Tables['corrections'], 'changes'> & {
  readonly changes: Changes;
  readonly target: CorrectionTarget;
  readonly basis: CorrectionBasis;
};

/** The table that holds the fields of a target. */
export const TABLE_OF = { child: 'children', parents: 'parents', registration: 'registrations' } as const;

/** Whether a field of a target is stored as ciphertext. */
const isSealedIn = (target: CorrectionTarget, field: string): boolean =>
  DATA_CLASSES[TABLE_OF[target]]?.sealed?.includes(field) ?? false;

/** A registration with child and family, all three locked in the order in which families lock them. */
export async function lockRecords(trx: Db, id: string): Promise<FullRegistration | undefined> {
  const rows = registrations(trx).forNoKeyUpdate('children', 'parents', 'registrations');
  return fullRegistration(rows, trx, id);
}

/** Where a registration stands now, without a lock; undefined where there is none. */
export async function readPlace(
  db: Db,
  id: string,
): Promise<Pick<Tables['registrations'], 'academic_year' | 'jenjang' | 'kelas'> | undefined> {
  return registrations(db).where('registrations.id', id).first();
}

/** Writes a correction, its sealed fields under its own id. */
export async function insertCorrection(
  trx: Db,
  columns: Columns,
  {
    changes,
    ...correction
  }: Pick<
    CorrectionRecord,
    'registration_id' | 'target' | 'record_id' | 'changes' | 'reason' | 'basis' | 'document_id'
  >,
  by: Actor,
): Promise<CorrectionRecord> {
  const id = uuidv7();
  const fields = Object.entries(changes);
  const hidden = fields.filter(([field]) => isSealedIn(correction.target, field));
  const names = new Set(hidden.map(([field]) => field));
  const open = Object.fromEntries(fields.map(([field, pair]) => [field, names.has(field) ? {} : pair]));
  const [row] = await trx('corrections')
    .insert({
      ...correction,
      id,
      changes: JSON.stringify(open),
      sealed_changes:
        hidden.length === 0
          ? null
          : columns.seal('corrections', 'sealed_changes', id, JSON.stringify(Object.fromEntries(hidden))),
      by_id: by.id,
      by_name: by.name,
      by_role: by.role,
    })
    .returning<CorrectionRecord[]>('*');
  if (!row) throw new Error('a correction that was just written is gone');
  return row;
}

/** The fields of a correction with both values in clear. */
export function openChanges(
  columns: Columns,
  { id, changes, sealed_changes: sealed }: Pick<CorrectionRecord, 'id' | 'changes' | 'sealed_changes'>,
): Changes {
  if (sealed === null) return changes;
  return {
    ...changes,
    ...(JSON.parse(columns.open('corrections', 'sealed_changes', id, sealed)) as Changes),
  };
}

/** The corrections of these registrations, the oldest first. */
export async function correctionsOf(db: Db, registrationIds: readonly string[]): Promise<CorrectionRecord[]> {
  return db('corrections').whereIn('registration_id', registrationIds).orderBy(['created_at', 'id']);
}

/** The first of these fields that was corrected as often as it may be in a year. */
export async function spentField(
  db: Db,
  recordId: string,
  fields: readonly string[],
): Promise<string | undefined> {
  for (const field of fields) {
    const rows = await db('corrections')
      .where({ record_id: recordId })
      .whereRaw(`jsonb_exists(changes, ?) and created_at > now() - interval '1 year'`, [field])
      .limit(NUMBER_CORRECTIONS_A_YEAR)
      .select('id');
    if (rows.length >= NUMBER_CORRECTIONS_A_YEAR) return field;
  }
  return undefined;
}

/** The accepted documents of a child. */
export async function acceptedDocuments(
  db: Db,
  childId: string,
): Promise<{ readonly id: string; readonly label: string }[]> {
  return db('child_documents as d')
    .join('document_types as t', 't.id', 'd.type_id')
    .where({ 'd.child_id': childId })
    .whereNotNull('d.approved_version')
    .whereNull('t.retired_at')
    .orderBy(['t.position', 't.key'])
    .select('d.id', 't.label');
}

/** Which of these facts were compared with a document, of a child or of all children of a family. */
export async function tickedFacts(
  db: Db,
  of: { readonly 'children.id': string } | { readonly 'children.parent_id': string },
  facts: readonly string[],
): Promise<boolean> {
  const rows = db('facts_checked').join('children', 'children.id', 'facts_checked.child_id').where(of);
  return (await rows.whereIn('facts_checked.fact', facts).first('facts_checked.fact')) !== undefined;
}

/** How many children a family has. */
export async function countChildren(db: Db, parentId: string): Promise<number> {
  return (await db('children').where({ parent_id: parentId }).whereNull('deleted_at').select('id')).length;
}

/** Writes a family's objection to a correction of its registration, once; undefined where it is not there or objected to. */
export async function writeObjection(
  trx: Db,
  where: { readonly id: string; readonly registration_id: string },
  objection: string,
): Promise<CorrectionRecord | undefined> {
  const [row] = await trx('corrections')
    .where({ ...where, objected_at: null })
    .update({ objection, objected_at: trx.fn.now() })
    .returning<CorrectionRecord[]>('*');
  return row;
}
