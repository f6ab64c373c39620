import type { Child, ChildRow } from '@gerbang/contracts/admission.types';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';

/** A row of `children`; `nik` and `kk_number` are ciphertext. */
export interface ChildRecord {
  readonly id: string;
  readonly parent_id: string;
  readonly full_name: string;
  readonly nick_name: string | null;
  readonly gender: 'male' | 'female' | null;
  readonly birth_city: string;
  readonly birth_date: string;
  readonly nik: string | null;
  readonly sibling_count: number | null;
  readonly blood_type: 'A' | 'B' | 'O' | 'AB' | null;
  readonly address: string | null;
  readonly kelurahan: string | null;
  readonly kecamatan: string | null;
  readonly kab_kota: string | null;
  readonly provinsi: string | null;
  readonly kk_number: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const LIST_COLUMNS = [
  'children.id',
  'children.full_name',
  'children.nick_name',
  'children.gender',
  'children.birth_city',
  'children.birth_date',
  'children.version',
  'children.created_at',
  'children.updated_at',
] as const;
const DETAIL_COLUMNS = [
  ...LIST_COLUMNS,
  'children.parent_id',
  'children.nik',
  'children.sibling_count',
  'children.blood_type',
  'children.address',
  'children.kelurahan',
  'children.kecamatan',
  'children.kab_kota',
  'children.provinsi',
  'children.kk_number',
] as const;

export type ChildListRecord = Pick<
  ChildRecord,
  | 'id'
  | 'full_name'
  | 'nick_name'
  | 'gender'
  | 'birth_city'
  | 'birth_date'
  | 'version'
  | 'created_at'
  | 'updated_at'
>;

/** The children of this account, by the ownership rule O2 in the query itself, with what a list may show. */
export function ownChildren(db: Db, userId: string) {
  return db('children')
    .join('parents', 'parents.id', 'children.parent_id')
    .where('parents.user_id', userId)
    .whereNull('children.deleted_at')
    .select(LIST_COLUMNS);
}

/** An own child; undefined for another family's, a deleted and a made-up one alike. */
export async function ownChild(db: Db, userId: string, id: string): Promise<ChildRecord | undefined> {
  return ownChildren(db, userId)
    .clearSelect()
    .select(DETAIL_COLUMNS)
    .where('children.id', id)
    .first<ChildRecord | undefined>();
}

/** The same, locked for a change until the transaction ends. */
export async function lockOwnChild(trx: Db, userId: string, id: string): Promise<ChildRecord | undefined> {
  return ownChildren(trx, userId)
    .clearSelect()
    .select(DETAIL_COLUMNS)
    .where('children.id', id)
    .forNoKeyUpdate('children')
    .first<ChildRecord | undefined>();
}

/** Whether a confirmation of re-enrolment holds the child (decisions, Family). */
export async function isChildLocked(db: Db, id: string): Promise<boolean> {
  const row = await db('registrations')
    .where({ child_id: id, locked: true })
    .whereNull('deleted_at')
    .first('id');
  return row !== undefined;
}

/** The family's row, made where there is none yet: by its first write, whichever call that is (Precisions, Family). */
export async function familyOf(trx: Db, userId: string): Promise<string> {
  await trx('parents').insert({ id: uuidv7(), user_id: userId }).onConflict('user_id').ignore();
  const row = await trx('parents').where({ user_id: userId }).first<{ id: string } | undefined>('id');
  if (!row) throw new Error('a family that was just made is gone');
  return row.id;
}

/** A row of the list: built field by field, no personal numbers (Precisions, Lists). */
export function toChildRow(record: ChildListRecord): ChildRow {
  return {
    id: record.id,
    full_name: record.full_name,
    nick_name: record.nick_name,
    gender: record.gender,
    birth_city: record.birth_city,
    birth_date: record.birth_date,
    created_at: new Date(record.created_at).toISOString(),
    updated_at: new Date(record.updated_at).toISOString(),
    version: record.version,
  };
}

type Sealed = Pick<ChildRecord, 'id' | 'nik' | 'kk_number'>;

/** The personal numbers of a child in clear (reliability G34). */
export function numbersOf(columns: Columns, { id, nik, kk_number }: Sealed) {
  return {
    nik: nik === null ? null : columns.open('children', 'nik', id, nik),
    kk_number: kk_number === null ? null : columns.open('children', 'kk_number', id, kk_number),
  };
}

/** What a NIK and a family-card number are stored as; only what is given is written. */
export function sealedNumbers(
  columns: Columns,
  id: string,
  { nik, kk_number }: { nik?: string | null | undefined; kk_number?: string | null | undefined },
) {
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

/** The child as its own GET shows it. */
export function toChild(columns: Columns, record: ChildRecord, locked: boolean): Child {
  return {
    ...toChildRow(record),
    ...numbersOf(columns, record),
    parent_id: record.parent_id,
    sibling_count: record.sibling_count,
    blood_type: record.blood_type,
    address: record.address,
    kelurahan: record.kelurahan,
    kecamatan: record.kecamatan,
    kab_kota: record.kab_kota,
    provinsi: record.provinsi,
    locked,
  };
}
