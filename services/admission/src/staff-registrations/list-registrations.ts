import type { StaffRegistrationRow } from '@gerbang/contracts/admission.types';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import { countOf } from './registration-counts.repository.ts';
import {
  type StaffFilters,
  type StaffListRecord,
  staffRecord,
  staffRows,
} from './staff-registrations.repository.ts';

/** A row as staff see it: built field by field, without personal numbers and bank fields. */
function toStaffRow(record: StaffListRecord): StaffRegistrationRow {
  const { full_name, nick_name, gender, father_name, mother_name, contact_phone } = record;
  return {
    id: record.id,
    version: record.version,
    child: { full_name, nick_name, gender },
    parent: { father_name, mother_name, contact_phone },
    registration_number: record.registration_number,
    jenjang: record.jenjang,
    kelas: record.kelas,
    academic_year: record.academic_year,
    payment_status: record.payment_status,
    current_stage: record.current_stage,
    payment_amount: record.payment_amount,
    has_proof: record.has_proof,
    observation_date: record.observation_date,
    created_at: new Date(record.created_at).toISOString(),
    updated_at: new Date(record.updated_at).toISOString(),
  };
}

/** All registrations that match the filters, the newest first by default. */
export function staffList(db: Db, filters: StaffFilters): List<StaffListRecord, StaffRegistrationRow> {
  return {
    table: 'registrations',
    keys: {
      created_at: 'registrations.created_at',
      updated_at: 'registrations.updated_at',
      child_name: 'registrations.child_sort',
    },
    defaultSort: '-created_at',
    rows: () => staffRows(db, filters),
    count: () => countOf(db, filters),
    toItems: (rows) => rows.map(toStaffRow),
  };
}

/** One registration as the list shows it; undefined where there is none. */
export async function staffRow(db: Db, id: string): Promise<StaffRegistrationRow | undefined> {
  const record = await staffRecord(db, id);
  return record && toStaffRow(record);
}
