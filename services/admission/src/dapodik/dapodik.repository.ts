import type { AdmissionExport } from '@gerbang/contracts/admission-export';
import type { DapodikFacts, DapodikValues } from '@gerbang/domain/dapodik';
import { STAGES, hasAcceptance } from '@gerbang/domain/registration-stages';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { numbersOf, openField } from '../registration-record/open-fields.ts';

type Registration = Tables['registrations'];

/** An accepted registration with all that a row for Dapodik is made of; what is sealed stays sealed. */
export interface AcceptedRecord
  extends Pick<
    Registration,
    | 'id'
    | 'child_id'
    | 'version'
    | 'registration_number'
    | 'jenjang'
    | 'kelas'
    | 'academic_year'
    | 'nisn'
    | 'previous_school'
  > {
  readonly child: Tables['children'];
  readonly parent: Tables['parents'];
  readonly phone: string | null;
  readonly child_answers: Pick<Tables['dapodik_answers'], 'id' | 'answers'> | null;
  readonly parent_answers: Pick<Tables['dapodik_answers'], 'id' | 'answers'> | null;
  readonly asked_at: Date | null;
}

/** Which accepted registrations are meant; those of every year and level without a filter. */
interface Wanted {
  readonly academic_year?: string | undefined;
  readonly jenjang?: Registration['jenjang'] | undefined;
  readonly userId?: string;
  readonly ids?: readonly string[];
}

const ACCEPTED = STAGES.filter(hasAcceptance);

/** Accepted registrations, by the child's name. */
function accepted(db: Db, { academic_year, jenjang, userId, ids }: Wanted) {
  return db('registrations')
    .join('children', 'children.id', 'registrations.child_id')
    .join('parents', 'parents.id', 'children.parent_id')
    .whereNull('registrations.deleted_at')
    .whereIn('registrations.current_stage', ACCEPTED)
    .where({
      ...(academic_year !== undefined && { 'registrations.academic_year': academic_year }),
      ...(jenjang !== undefined && { 'registrations.jenjang': jenjang }),
      ...(userId !== undefined && { 'parents.user_id': userId }),
    })
    .modify((rows) => {
      if (ids !== undefined) void rows.whereIn('registrations.id', ids);
    })
    .orderBy(['children.full_name', 'registrations.id']);
}

/** The ids of accepted registrations, in the order of the sheet. */
export async function acceptedIds(db: Db, wanted: Wanted): Promise<string[]> {
  return accepted(db, wanted).pluck<string[]>('registrations.id');
}

/** Accepted registrations with child, family and answers, in the order of the sheet. */
export async function acceptedRecords(db: Db, wanted: Wanted): Promise<AcceptedRecord[]> {
  return accepted(db, wanted)
    .leftJoin('accounts', 'accounts.id', 'parents.user_id')
    .leftJoin('dapodik_answers as own', 'own.child_id', 'children.id')
    .leftJoin('dapodik_answers as shared', 'shared.parent_id', 'parents.id')
    .leftJoin('dapodik_asks as asks', 'asks.parent_id', 'parents.id')
    .select(
      'registrations.id',
      'registrations.child_id',
      'registrations.version',
      'registrations.registration_number',
      'registrations.jenjang',
      'registrations.kelas',
      'registrations.academic_year',
      'registrations.nisn',
      'registrations.previous_school',
      db.raw('to_jsonb(children) as child'),
      db.raw('to_jsonb(parents) as parent'),
      db.raw('coalesce(parents.contact_phone, accounts.phone) as phone'),
      db.raw('to_jsonb(own) as child_answers'),
      db.raw('to_jsonb(shared) as parent_answers'),
      'asks.asked_at',
    );
}

/** Locks child and family of one accepted registration of this account, in the order in which families lock them. */
export async function lockAccepted(trx: Db, userId: string, id: string): Promise<AcceptedRecord | undefined> {
  const own = { userId, ids: [id] };
  const locked = await accepted(trx, own)
    .forNoKeyUpdate('children', 'parents')
    .first<{ readonly id: string } | undefined>('registrations.id');
  if (!locked) return undefined;
  const [record] = await acceptedRecords(trx, own);
  return record;
}

/** Locks families, in one order for all; the same as of its own calls. */
export async function lockParents(trx: Db, ids: readonly string[]): Promise<void> {
  await trx('parents').whereIn('id', ids).orderBy('id').forNoKeyUpdate().select('id');
}

const openAnswers = (columns: Columns, row: AcceptedRecord['child_answers']): DapodikValues =>
  row === null
    ? {}
    : (JSON.parse(columns.open('dapodik_answers', 'answers', row.id, row.answers)) as DapodikValues);

/** What a family has said of its child, and of itself, for Dapodik. */
export const answersOf = (
  columns: Columns,
  { child_answers, parent_answers }: AcceptedRecord,
): { readonly child: DapodikValues; readonly parents: DapodikValues } => ({
  child: openAnswers(columns, child_answers),
  parents: openAnswers(columns, parent_answers),
});

/**
 * What is known of a child. Its personal numbers are opened where they are needed; otherwise only whether there is one is
 * right.
 */
export function factsOf(columns: Columns, record: AcceptedRecord, numbers: boolean): DapodikFacts {
  const { child, parent, nisn, previous_school, phone } = record;
  const answers = answersOf(columns, record);
  const open = (name: 'father_ktp' | 'mother_ktp' | 'father_income' | 'mother_income') =>
    openField(columns, parent, name);
  return {
    child: {
      ...(child as unknown as DapodikValues),
      ...(numbers && numbersOf(columns, child)),
      nisn,
      previous_school,
      phone,
    },
    parents: {
      ...(parent as unknown as DapodikValues),
      father_income: open('father_income'),
      mother_income: open('mother_income'),
      ...(numbers && { father_ktp: open('father_ktp'), mother_ktp: open('mother_ktp') }),
    },
    answers: { ...answers.child, ...answers.parents },
  };
}

/** Keeps answers of a child or of its parents beside those that they gave before; the owner's row is locked. */
export async function keepAnswers(
  trx: Db,
  columns: Columns,
  owner: { readonly child_id: string } | { readonly parent_id: string },
  { known, given }: { readonly known: DapodikValues; readonly given: DapodikValues },
): Promise<void> {
  const [present] = await trx('dapodik_answers').where(owner).pluck<string[]>('id');
  const id = present ?? uuidv7();
  const answers = columns.seal('dapodik_answers', 'answers', id, JSON.stringify({ ...known, ...given }));
  const row = { id, ...owner, answers, updated_at: trx.fn.now() };
  await trx('dapodik_answers').insert(row).onConflict('id').merge(['answers', 'updated_at']);
}

/** All that a family has said for Dapodik, as its export has it. */
export async function exportedAnswers(
  { columns }: { readonly columns: Columns },
  db: Db,
  { userId }: { readonly userId: string },
): Promise<Pick<AdmissionExport, 'dapodik'>> {
  const rows = await db('dapodik_answers as a')
    .leftJoin('children', 'children.id', 'a.child_id')
    .join('parents', db.raw('parents.id = coalesce(a.parent_id, children.parent_id)'))
    .where('parents.user_id', userId)
    .orderBy('a.id')
    .select<Tables['dapodik_answers'][]>('a.*');
  if (rows.length === 0) return {};
  const dapodik = rows.map(({ id, child_id, answers, updated_at }) => ({
    child_id,
    answers: openAnswers(columns, { id, answers }) as Record<string, string | number>,
    updated_at: updated_at.toISOString(),
  }));
  return { dapodik };
}

/** Notes that families were asked. */
export async function noteAsks(
  trx: Db,
  parentIds: readonly string[],
  { at, by }: { readonly at: Date; readonly by: string },
): Promise<void> {
  await trx('dapodik_asks')
    .insert(parentIds.map((parent_id) => ({ parent_id, asked_at: at, asked_by_id: by })))
    .onConflict('parent_id')
    .merge(['asked_at', 'asked_by_id']);
}
