import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Db } from '@gerbang/service-kit/data/database';
import { nameSearch } from '@gerbang/service-kit/data/text-search';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';

/** A row of `children`; `nik` and `kk_number` are ciphertext. */
export type ChildRecord = Tables['children'];

const LIST_COLUMNS = [
  'id',
  'full_name',
  'nick_name',
  'gender',
  'birth_city',
  'birth_date',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ChildRecord)[];
export type ChildListRecord = Pick<ChildRecord, (typeof LIST_COLUMNS)[number]>;

/** The fields of a form; null clears one, undefined leaves it. */
type Fields = {
  readonly [F in keyof ChildRecord as F extends 'id' | 'version' ? never : F]?: ChildRecord[F] | undefined;
};

/** The children of this account that are not deleted, with the columns of a list; another family's are never read. */
export function ownChildren(db: Db, userId: string) {
  return db('children')
    .join('parents', 'parents.id', 'children.parent_id')
    .where('parents.user_id', userId)
    .whereNull('children.deleted_at')
    .select(LIST_COLUMNS.map((column) => `children.${column}`));
}

/** The children of this account whose names contain the text. */
export function findOwnChildren(db: Db, userId: string, search: string | undefined) {
  const found = nameSearch(search, { names: ['children.full_name', 'children.nick_name'] });
  const rows = ownChildren(db, userId);
  return found === null ? rows : rows.andWhere(found);
}

const oneOf = (db: Db, userId: string, id: string) =>
  ownChildren(db, userId).clearSelect().select('children.*').where('children.id', id);

/** A child of this account; undefined where there is none. */
export async function ownChild(db: Db, userId: string, id: string): Promise<ChildRecord | undefined> {
  return oneOf(db, userId, id).first<ChildRecord | undefined>();
}

/** The same, locked for a change until the transaction ends. */
export async function lockOwnChild(trx: Db, userId: string, id: string): Promise<ChildRecord | undefined> {
  return oneOf(trx, userId, id).forNoKeyUpdate('children').first<ChildRecord | undefined>();
}

/** Whether a confirmation of re-enrolment locks the child. */
export async function isChildLocked(db: Db, id: string): Promise<boolean> {
  const row = await db('registrations')
    .where({ child_id: id, locked: true })
    .whereNull('deleted_at')
    .first('id');
  return row !== undefined;
}

/** All children of a family, deleted ones too. */
export async function childrenOfFamily(db: Db, parentId: string): Promise<ChildRecord[]> {
  return db('children').where({ parent_id: parentId }).orderBy('id');
}

/** The consents that were given for these children, the oldest first. */
export async function consentsOf(db: Db, childIds: readonly string[]): Promise<Tables['consents'][]> {
  return db('consents').whereIn('child_id', childIds).orderBy(['given_at', 'id']);
}

/** The id of the family's row, which its first write makes, whichever call that is; locked, so that what it adds is counted. */
export async function lockFamily(trx: Db, userId: string): Promise<string> {
  await trx('parents').insert({ id: uuidv7(), user_id: userId }).onConflict('user_id').ignore();
  const row = await trx('parents')
    .where({ user_id: userId })
    .forNoKeyUpdate()
    .first<{ id: string } | undefined>('id');
  if (!row) throw new Error('a family that was just made is gone');
  return row.id;
}

/** Writes a child with the consent that was given for it; returns its id. */
export async function insertChild(
  trx: Db,
  columns: Columns,
  { nik, kk_number, ...fields }: Fields,
  consent: Pick<Tables['consents'], 'user_id' | 'version' | 'address'>,
): Promise<string> {
  const id = uuidv7();
  await trx('children').insert({
    id,
    parent_id: await lockFamily(trx, consent.user_id),
    ...fields,
    ...sealedNumbers(columns, id, { nik, kk_number }),
  });
  await trx('consents').insert({ id: uuidv7(), child_id: id, ...consent });
  return id;
}

/** Writes the changed fields of a child. */
export async function updateChild(
  trx: Db,
  columns: Columns,
  { id, version }: Pick<ChildRecord, 'id' | 'version'>,
  { nik, kk_number, ...fields }: Fields,
): Promise<void> {
  await trx('children')
    .where({ id })
    .update({
      ...fields,
      ...sealedNumbers(columns, id, { nik, kk_number }),
      version: version + 1,
      updated_at: trx.fn.now(),
    });
}

/** Marks a child deleted. */
export async function markChildDeleted(
  trx: Db,
  { id, version }: Pick<ChildRecord, 'id' | 'version'>,
): Promise<void> {
  await trx('children')
    .where({ id })
    .update({ deleted_at: trx.fn.now(), updated_at: trx.fn.now(), version: version + 1 });
}

/** What a NIK and a family-card number are stored as; only what is given is written. */
function sealedNumbers(columns: Columns, id: string, { nik, kk_number }: Pick<Fields, 'nik' | 'kk_number'>) {
  return {
    ...(nik !== undefined && {
      nik: nik === null ? null : columns.seal('children', 'nik', id, nik),
      nik_index: nik === null ? null : columns.blindIndex('children.nik', nik),
    }),
    ...(kk_number !== undefined && {
      kk_number: kk_number === null ? null : columns.seal('children', 'kk_number', id, kk_number),
    }),
  };
}
