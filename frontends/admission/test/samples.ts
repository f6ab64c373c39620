import type { AcademicYear } from '@gerbang/contracts/academic-years';
import type { ChildRow } from '@gerbang/contracts/children';
import type { Dashboard } from '@gerbang/contracts/dashboard';
import type { Registration, RegistrationRow } from '@gerbang/contracts/registrations';
import { schoolConfigSchema, type SchoolConfig } from '@gerbang/contracts/school';

const at = '2026-11-12T03:00:00.000Z';
const id = (last: number) => `0190f2f0-0000-7000-8000-0000000000${String(last).padStart(2, '0')}`;

/** A child as the list shows one. */
export function aChild(changes: Partial<ChildRow> = {}): ChildRow {
  return {
    id: id(10),
    full_name: 'Aisyah Putri',
    nick_name: 'Aisyah',
    gender: 'female',
    birth_city: 'Bogor',
    birth_date: '2021-03-14',
    created_at: at,
    updated_at: at,
    version: 1,
    ...changes,
  };
}

/** A registration as the list shows one: nothing paid yet. */
export function aRow(changes: Partial<RegistrationRow> = {}): RegistrationRow {
  return {
    id: id(20),
    child_id: id(10),
    child: { full_name: 'Aisyah Putri', nick_name: 'Aisyah' },
    registration_number: 'PSB-2026-TK-00007',
    jenjang: 'TK',
    kelas: 'TK A',
    academic_year: '2026/2027',
    current_stage: 'registered',
    enrollment_status: 'pending',
    payment_amount: 350_000,
    payment_status: 'pending',
    payment_evidence_url: null,
    payment_evidence_filename: null,
    rejection_reason: null,
    payment_verified_at: null,
    verified_by_user: null,
    accepted_at: null,
    locked: false,
    created_at: at,
    updated_at: at,
    version: 3,
    ...changes,
  };
}

/** The same registration as its own GET shows it. */
export function aRegistration(changes: Partial<Registration> = {}): Registration {
  const empty = {
    father_name: null,
    mother_name: null,
    father_phone: null,
    mother_phone: null,
    father_education: null,
    mother_education: null,
    father_job: null,
    mother_job: null,
    father_income: null,
    mother_income: null,
    address: null,
    contact_phone: null,
  };
  return {
    ...aRow(),
    previous_school: null,
    previous_grade: null,
    nisn: null,
    how_know_school: null,
    uniform_size: null,
    sibling_name: null,
    collective_student_name: null,
    information: null,
    bank_name: null,
    bank_account_number: null,
    bank_account_owner: null,
    child: {
      full_name: 'Aisyah Putri',
      nick_name: 'Aisyah',
      gender: 'female',
      birth_date: '2021-03-14',
      birth_city: 'Bogor',
      nik: null,
      blood_type: null,
      sibling_count: null,
      kk_number: null,
      address: null,
      kelurahan: null,
      kecamatan: null,
      kab_kota: null,
      provinsi: null,
    },
    parent: empty,
    ...changes,
  };
}

/** The school's configuration with the specified values. */
export function aSchool(changes: Partial<SchoolConfig> = {}): SchoolConfig {
  return schoolConfigSchema.parse({
    discounts: { loyalty_program: [0], event: [0], full_payment: [0], group: [0] },
    payment_periods: ['Gelombang 1'],
    fee_tables: [],
    ...changes,
  });
}

/** The response that the dashboard is made from. */
export function aDashboard(
  parent: Partial<NonNullable<NonNullable<Dashboard['admission']>['parent']>>,
): Dashboard {
  return {
    admission: { parent: { registrations: [], children_count: 0, tasks: [], ...parent }, staff: null },
    announcement: null,
    billing: null,
    unavailable: [],
  };
}

/** The year that families choose. */
export const aYear = (changes: Partial<AcademicYear> = {}): AcademicYear => ({
  label: '2026/2027',
  state: 'open',
  starts_on: '2026-07-01',
  opened: { at: '2026-09-01T01:00:00.000Z', by: null },
  closed: null,
  registrations: 41,
  version: 1,
  ...changes,
});
