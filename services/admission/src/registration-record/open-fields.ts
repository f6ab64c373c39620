import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Tables } from '../database.types.ts';

/** The fields that are stored as ciphertext. */
const SEALED_FIELDS = ['father_ktp', 'father_income', 'mother_ktp', 'mother_income'] as const;
export type SealedField = (typeof SEALED_FIELDS)[number];
export const isSealed = (field: string): field is SealedField =>
  (SEALED_FIELDS as readonly string[]).includes(field);

/** A field of a profile in clear. */
export function openField(
  columns: Columns,
  record: Pick<Tables['parents'], 'id' | SealedField>,
  field: SealedField,
): string | null {
  const sealed = record[field];
  return sealed === null ? null : columns.open('parents', field, record.id, sealed);
}

/** The personal numbers of a child in clear. */
export function numbersOf(
  columns: Columns,
  { id, nik, kk_number }: Pick<Tables['children'], 'id' | 'nik' | 'kk_number'>,
) {
  return {
    nik: nik === null ? null : columns.open('children', 'nik', id, nik),
    kk_number: kk_number === null ? null : columns.open('children', 'kk_number', id, kk_number),
  };
}
