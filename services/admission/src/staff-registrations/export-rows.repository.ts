import type { Db } from '@gerbang/service-kit/data/database';
import { fromAccount, type FromAccount } from '@gerbang/service-kit/events/accounts';
import type { Tables } from '../database.types.ts';
import { columnsOf, type StaffFilters, withFamily } from '../registration-record/staff-rows.repository.ts';

const EXPORTED = {
  registrations: [
    'id',
    'child_id',
    'registration_number',
    'created_at',
    'jenjang',
    'kelas',
    'academic_year',
    'payment_status',
    'payment_amount',
    'payment_verified_at',
    'current_stage',
    'observation_date',
    'previous_school',
  ],
  children: ['full_name', 'nick_name', 'gender', 'birth_city', 'birth_date', 'parent_id'],
  parents: ['father_name', 'mother_name', 'contact_phone'],
} as const satisfies { readonly [T in keyof Tables]?: readonly (keyof Tables[T])[] };
const PERSONAL = {
  registrations: ['nisn'],
  children: ['nik', 'kk_number'],
  parents: ['father_ktp', 'mother_ktp'],
} as const satisfies { readonly [T in keyof Tables]?: readonly (keyof Tables[T])[] };

/** A row of the export; personal numbers are ciphertext, and read only where asked for. */
export type ExportRecord = Pick<Tables['registrations'], (typeof EXPORTED.registrations)[number]> &
  Pick<Tables['children'], (typeof EXPORTED.children)[number]> &
  Pick<Tables['parents'], (typeof EXPORTED.parents)[number]> &
  FromAccount &
  Partial<
    Pick<Tables['registrations'], 'nisn'> &
      Pick<Tables['children'], 'nik' | 'kk_number'> &
      Pick<Tables['parents'], 'father_ktp' | 'mother_ktp'>
  >;

/** The rows of the export. */
export function exportRows(db: Db, filters: StaffFilters, personal: boolean) {
  const columns = (lists: typeof EXPORTED | typeof PERSONAL) =>
    (['registrations', 'children', 'parents'] as const).flatMap((table) => columnsOf(table, lists[table]));
  return withFamily(db, filters).select([
    ...columns(EXPORTED),
    ...(personal ? columns(PERSONAL) : []),
    db.raw(fromAccount('parents')),
  ]);
}
