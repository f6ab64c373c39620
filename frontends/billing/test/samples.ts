import type { Child } from '@gerbang/contracts/children';
import type { Registration, RegistrationRow } from '@gerbang/contracts/registrations';
import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import type { OwnInvoice } from '@gerbang/contracts/invoices';
import type { InvoicePayment } from '@gerbang/contracts/invoice-payments';
import type { Scheme } from '@gerbang/contracts/payment-schemes';
import { schoolConfigSchema, type SchoolConfig } from '@gerbang/contracts/school';

const at = '2026-11-12T03:00:00.000Z';
/** An id by its last two digits. */
export const id = (last: number) => `0190f2f0-0000-7000-8000-0000000000${String(last).padStart(2, '0')}`;

/** An accepted registration as the family's list shows one. */
export function aRow(changes: Partial<RegistrationRow> = {}): RegistrationRow {
  return {
    id: id(20),
    child_id: id(10),
    child: { full_name: 'Aisyah Putri', nick_name: 'Aisyah' },
    registration_number: 'PSB-2026-SD-00042',
    jenjang: 'SD',
    kelas: '1',
    academic_year: '2026/2027',
    current_stage: 'passed',
    enrollment_status: 'pending',
    payment_amount: 550_000,
    payment_status: 'verified',
    payment_evidence_url: null,
    payment_evidence_filename: null,
    rejection_reason: null,
    payment_verified_at: at,
    verified_by_user: { name: 'Fina', role: 'finance' },
    accepted_at: '2026-11-18T03:00:00.000Z',
    locked: false,
    created_at: at,
    updated_at: at,
    version: 5,
    ...changes,
  };
}

const CHILD = {
  full_name: 'Aisyah Putri',
  nick_name: 'Aisyah',
  gender: 'female',
  birth_date: '2019-03-14',
  birth_city: 'Bogor',
  nik: '3271065403190001',
  blood_type: 'O',
  sibling_count: 2,
  kk_number: '3271061203190002',
  address: 'Jl. Mawar 3',
  kelurahan: 'KEDUNG BADAK',
  kecamatan: 'TANAH SAREAL',
  kab_kota: 'KOTA BOGOR',
  provinsi: 'JAWA BARAT',
} as const;

/** The same as its own GET shows it. */
export function aRegistration(changes: Partial<Registration> = {}): Registration {
  return {
    ...aRow(),
    previous_school: 'TK Melati',
    previous_grade: 'TK B',
    nisn: '0123456789',
    how_know_school: 'TEMAN_KELUARGA',
    uniform_size: 'M',
    sibling_name: null,
    collective_student_name: null,
    information: null,
    bank_name: 'BCA',
    bank_account_number: '1234567890',
    bank_account_owner: 'Rahma Aulia',
    child: CHILD,
    parent: {
      father_name: 'Ahmad Fauzi',
      mother_name: 'Rahma Aulia',
      father_phone: null,
      mother_phone: null,
      father_education: null,
      mother_education: null,
      father_job: null,
      mother_job: null,
      father_income: null,
      mother_income: null,
      address: null,
      contact_phone: '+6281234567890',
    },
    ...changes,
  };
}

/** The child as its own GET shows it. */
export function aChild(changes: Partial<Child> = {}): Child {
  return {
    id: id(10),
    parent_id: id(2),
    ...CHILD,
    locked: false,
    created_at: at,
    updated_at: at,
    version: 3,
    ...changes,
  };
}

/** A confirmation that the school has not looked at yet. */
export function aConfirmation(changes: Partial<Confirmation> = {}): Confirmation {
  return {
    id: id(30),
    version: 1,
    registration_id: id(20),
    child_id: id(10),
    parent_id: id(2),
    payment_preference: 'installment',
    contribution_type: 'cash',
    contribution_amount: 1_000_000,
    contribution_description: null,
    additional_notes: null,
    payment_status: 'pending',
    enrollment_status: 'pending',
    status: 'submitted',
    submitted_at: '2026-11-19T03:00:00.000Z',
    decline_reason: null,
    decided_by_user: null,
    decided_at: null,
    completed_at: null,
    scheme_id: null,
    child: { full_name: 'Aisyah Putri', nick_name: 'Aisyah', gender: 'female' },
    parent: {
      father_name: 'Ahmad Fauzi',
      mother_name: 'Rahma Aulia',
      contact_phone: '+6281234567890',
      name_from_account: null,
      phone_from_account: null,
    },
    registration: {
      id: id(20),
      registration_number: 'PSB-2026-SD-00042',
      jenjang: 'SD',
      kelas: '1',
      academic_year: '2026/2027',
    },
    payment_summary: null,
    created_at: at,
    updated_at: at,
    ...changes,
  };
}

/** A processed one with its scheme. */
export function aBilledConfirmation(changes: Partial<Confirmation> = {}): Confirmation {
  return aConfirmation({
    status: 'processed',
    payment_status: 'invoice_generated',
    enrollment_status: 'payment_scheme_created',
    scheme_id: id(40),
    payment_summary: { total_amount: 16_000_000, amount_paid: 0, outstanding_balance: 16_000_000 },
    ...changes,
  });
}

/** An installment plan of 15 million and 1 million. */
export function aScheme(changes: Partial<Scheme> = {}): Scheme {
  return {
    id: id(40),
    enrollment_confirmation_id: id(30),
    registration_id: id(20),
    child_id: id(10),
    grade_level: 'SD',
    payment_period: 'Gelombang 1',
    payment_scheme: 'installment',
    base_education_fee: 15_000_000,
    cash_contribution: 1_000_000,
    loyalty_program_discount: 0,
    event_discount: 0,
    full_payment_discount: 0,
    group_discount: 0,
    total_discount: 0,
    final_education_fee: 16_000_000,
    payment_deadline: '2026-12-10',
    first_installment_date: '2026-12-10',
    created_by: { name: 'Fina', role: 'finance' },
    created_at: at,
    ...changes,
  };
}

/** Tahap 1, nothing paid yet. */
export function anInvoice(changes: Partial<OwnInvoice> = {}): OwnInvoice {
  return {
    id: id(50),
    version: 1,
    enrollment_payment_scheme_id: id(40),
    enrollment_confirmation_id: id(30),
    registration_id: id(20),
    invoice_number: 'INV-2026-000123',
    installment_stage: 1,
    installment_name: 'Tahap 1',
    total_amount: 8_000_000,
    due_date: '2026-12-10',
    status: 'pending',
    amount_paid: 0,
    remaining: 8_000_000,
    payable: true,
    overdue: false,
    rejection_reason: null,
    child_name: 'Aisyah Putri',
    grade_level: 'SD',
    kelas: '1',
    created_at: at,
    ...changes,
  };
}

/** A payment that waits to be looked at. */
export function aPayment(changes: Partial<InvoicePayment> = {}): InvoicePayment {
  return {
    id: id(60),
    version: 1,
    enrollment_invoice_id: id(50),
    amount_paid: 3_000_000,
    payment_date: '2026-11-20',
    payment_method: 'transfer',
    bank_info: 'BCA a.n. Rahma Aulia',
    auto_verify: false,
    payment_evidence_url: `/api/files/${id(70)}`,
    payment_evidence_filename: 'slip.jpg',
    verification_status: 'pending',
    rejection_reason: null,
    verified_by_user: null,
    verified_at: null,
    rejected_by_user: null,
    rejected_at: null,
    receipt_number: null,
    created_by: { name: 'Rahma Aulia', role: 'wali_murid' },
    created_at: '2026-11-20T03:00:00.000Z',
    updated_at: '2026-11-20T03:00:00.000Z',
    ...changes,
  };
}

/** The school's configuration with the specified values and one fee table. */
export function aSchool(changes: Partial<SchoolConfig> = {}): SchoolConfig {
  return schoolConfigSchema.parse({
    discounts: {
      loyalty_program: [0, 1_500_000],
      event: [0, 500_000],
      full_payment: [0, 1_000_000],
      group: [0, 750_000],
    },
    payment_periods: ['Early Bird', 'Gelombang 1'],
    default_payment_period: 'Gelombang 1',
    fee_tables: [
      {
        title: 'Biaya pendidikan 2025/2026',
        columns: ['Jenjang', 'Early Bird', 'Gelombang 1'],
        rows: [
          ['SD', 'Rp 14.000.000', 'Rp 15.000.000'],
          ['SMP', 'Rp 16.000.000', 'Rp 17.000.000'],
        ],
        image_url: null,
      },
    ],
    ...changes,
  });
}
