import type { StaffRegistrationRow } from '@gerbang/contracts/admission.types';
import type { PaymentStatus } from '@gerbang/domain/registration-payments';
import type { Stage } from '@gerbang/domain/registration-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import { countOf } from './registration-counts.ts';
import { matching, type StaffFilters } from './staff-filters.ts';

/** A row of the monitoring list as the database gives it. */
interface StaffListRecord {
  readonly id: string;
  readonly version: number;
  readonly full_name: string;
  readonly nick_name: string | null;
  readonly gender: StaffRegistrationRow['child']['gender'];
  readonly father_name: string | null;
  readonly mother_name: string | null;
  readonly contact_phone: string | null;
  readonly registration_number: string;
  readonly jenjang: StaffRegistrationRow['jenjang'];
  readonly kelas: string | null;
  readonly academic_year: string;
  readonly payment_status: PaymentStatus;
  readonly current_stage: Stage;
  readonly payment_amount: number;
  readonly has_proof: boolean;
  readonly observation_date: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The columns of the list, child and family joined to what `matching` leaves. */
function rowsOf(db: Db, filters: StaffFilters) {
  return matching(db, filters)
    .join('children', 'children.id', 'registrations.child_id')
    .join('parents', 'parents.id', 'children.parent_id')
    .select(
      'registrations.id',
      'registrations.version',
      'children.full_name',
      'children.nick_name',
      'children.gender',
      'parents.father_name',
      'parents.mother_name',
      'parents.contact_phone',
      'registrations.registration_number',
      'registrations.jenjang',
      'registrations.kelas',
      'registrations.academic_year',
      'registrations.payment_status',
      'registrations.current_stage',
      'registrations.payment_amount',
      db.raw('registrations.payment_evidence_file_id is not null as has_proof'),
      'registrations.observation_date',
      'registrations.created_at',
      'registrations.updated_at',
    );
}

/** A row as staff see it: built field by field, without personal numbers and bank fields (authorization row C15). */
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

/** All registrations that the filters leave, newest first unless said otherwise (authorization row C15). */
export function staffList(db: Db, filters: StaffFilters): List<StaffListRecord, StaffRegistrationRow> {
  return {
    table: 'registrations',
    keys: {
      created_at: 'registrations.created_at',
      updated_at: 'registrations.updated_at',
      child_name: 'registrations.child_sort',
    },
    defaultSort: '-created_at',
    rows: () => rowsOf(db, filters),
    count: () => countOf(db, filters),
    toItems: (rows) => rows.map(toStaffRow),
  };
}

/** One registration as the list shows it; undefined where there is none. */
export async function staffRow(db: Db, id: string): Promise<StaffRegistrationRow | undefined> {
  const record = await rowsOf(db, {}).where('registrations.id', id).first<StaffListRecord | undefined>();
  return record && toStaffRow(record);
}
