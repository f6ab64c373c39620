import type { Child, ChildRow } from '@gerbang/contracts/admission.types';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { ChildListRecord, ChildRecord } from './children.repository.ts';

/** A row of the list: built field by field, without personal numbers. */
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

/** The personal numbers of a child in clear. */
export function numbersOf(
  columns: Columns,
  { id, nik, kk_number }: Pick<ChildRecord, 'id' | 'nik' | 'kk_number'>,
) {
  return {
    nik: nik === null ? null : columns.open('children', 'nik', id, nik),
    kk_number: kk_number === null ? null : columns.open('children', 'kk_number', id, kk_number),
  };
}

/** A child as its GET shows it. */
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
