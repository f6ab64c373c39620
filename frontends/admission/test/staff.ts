import type {
  StaffRegistration,
  StaffRegistrationRow,
  StaffSummary,
} from '@gerbang/contracts/staff-registrations';
import type { StageEntry } from '@gerbang/contracts/registration-stages';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { stagesIn } from '@gerbang/domain/registration-stages';
import { aRegistration } from './samples.ts';

const at = '2026-11-20T03:00:00.000Z';
export const staffId = (last: number) => `0190f2f0-0000-7000-8000-0000000001${String(last).padStart(2, '0')}`;

/** A row of the monitoring list: a proof that waits. */
export function aStaffRow(changes: Partial<StaffRegistrationRow> = {}): StaffRegistrationRow {
  return {
    id: staffId(1),
    version: 4,
    child: { full_name: 'Umar Faruq', nick_name: 'Umar', gender: 'male' },
    parent: {
      father_name: 'Ahmad Fauzi',
      mother_name: 'Siti Maryam',
      contact_phone: '+6281234567890',
      name_from_account: null,
      phone_from_account: null,
    },
    registration_number: 'PSB-2026-SD-00142',
    jenjang: 'SD',
    kelas: '1',
    academic_year: '2026/2027',
    payment_status: 'paid',
    current_stage: 'registered',
    payment_amount: 550_000,
    has_proof: true,
    payment_since: at,
    nik_duplicate: false,
    same_child: false,
    proof_alert: false,
    observation_date: null,
    created_at: at,
    updated_at: at,
    ...changes,
  };
}

/** The whole record of the same registration. */
export function aStaffRecord(changes: Partial<StaffRegistration> = {}): StaffRegistration {
  const family = aRegistration();
  return {
    ...family,
    nik_duplicate: false,
    same_child: false,
    proof_alert: false,
    id: staffId(1),
    version: 4,
    registration_number: 'PSB-2026-SD-00142',
    jenjang: 'SD',
    kelas: '1',
    payment_amount: 550_000,
    payment_status: 'paid',
    payment_evidence_url: '/api/files/0190f2f0-0000-7000-8000-000000000099',
    payment_evidence_filename: 'slip.jpg',
    bank_name: 'BCA',
    bank_account_number: '1234567890',
    bank_account_owner: 'Ahmad Fauzi',
    observation_date: null,
    child: {
      ...family.child,
      full_name: 'Umar Faruq',
      nik: '3271051403200001',
      kk_number: '3271050000000002',
      address: 'Jl. Melati 5',
      kab_kota: 'KOTA BOGOR',
    },
    parent: {
      ...family.parent,
      father_name: 'Ahmad Fauzi',
      father_income: '10.000.000 - 20.000.000',
      contact_phone: '+6281234567890',
      name_from_account: null,
      phone_from_account: null,
      father_ktp: null,
      mother_ktp: null,
      kelurahan: null,
      kecamatan: null,
      kab_kota: null,
      provinsi: null,
    },
    ...changes,
  };
}

/** Counts: nothing but what is named. */
export function aSummary(
  payment: Partial<StaffSummary['payment_status']> = {},
  stage: Partial<StaffSummary['current_stage']> = {},
): StaffSummary {
  const zero = <K extends string>(keys: readonly K[]) =>
    Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
  return {
    total: 14,
    payment_status: { ...zero(PAYMENT_STATUSES), ...payment },
    current_stage: { ...zero(stagesIn(undefined)), ...stage },
    views: { to_verify: 7, to_schedule: 4, unpaid_week: 31, observation_week: 23, rejected: 1, all: 208 },
  };
}

/** An entry of the history, by staff. */
export function anEntry(changes: Partial<StageEntry> = {}): StageEntry {
  return {
    id: staffId(50),
    registration_id: staffId(1),
    child_id: staffId(60),
    stage: 'registered',
    content: null,
    observation_time: null,
    observation_place: null,
    note: null,
    file_attachment_url: null,
    file_attachment_filename: null,
    reached_at: at,
    created_at: at,
    created_by: { name: 'Siti', role: 'cs' },
    ...changes,
  };
}
