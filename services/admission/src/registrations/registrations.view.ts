import type { Registration, RegistrationRow } from '@gerbang/contracts/admission.types';
import { fileLink } from '@gerbang/contracts/files';
import { numbersOf } from '../children/children.view.ts';
import type { Context } from '../context.ts';
import type { FullRegistration, RegistrationListRecord } from './registrations.repository.ts';

const moment = (at: Date | null): string | null => (at === null ? null : new Date(at).toISOString());

/** A row of the family's list, without personal numbers and bank fields. */
export function toRegistrationRow(record: RegistrationListRecord): RegistrationRow {
  const { payment_evidence_file_id: fileId, payment_verified_by_role: role } = record;
  return {
    id: record.id,
    child_id: record.child_id,
    child: { full_name: record.child_full_name, nick_name: record.child_nick_name },
    registration_number: record.registration_number,
    jenjang: record.jenjang,
    kelas: record.kelas,
    academic_year: record.academic_year,
    current_stage: record.current_stage,
    enrollment_status: record.enrollment_status,
    payment_amount: record.payment_amount,
    payment_status: record.payment_status,
    payment_evidence_url: fileId === null ? null : fileLink(fileId),
    payment_evidence_filename: record.evidence_name,
    rejection_reason: record.rejection_reason,
    payment_verified_at: moment(record.payment_verified_at),
    verified_by_user: role === null ? null : { name: record.payment_verified_by_name, role },
    accepted_at: moment(record.accepted_at),
    locked: record.locked,
    created_at: new Date(record.created_at).toISOString(),
    updated_at: new Date(record.updated_at).toISOString(),
    version: record.version,
  };
}

/** The payer's account number in clear. */
export function accountNumberOf(
  { columns }: Pick<Context, 'columns'>,
  { id, bank_account_number }: Pick<FullRegistration, 'id' | 'bank_account_number'>,
): string | null {
  if (bank_account_number === null) return null;
  return columns.open('registrations', 'bank_account_number', id, bank_account_number);
}

/** A registration as its GET shows it, with child and family. */
export function toRegistration(context: Pick<Context, 'columns'>, record: FullRegistration): Registration {
  const { child, parent } = record;
  const income = (column: 'father_income' | 'mother_income') => {
    const sealed = parent[column];
    return sealed === null ? null : context.columns.open('parents', column, parent.id, sealed);
  };
  return {
    ...toRegistrationRow(record),
    previous_school: record.previous_school,
    previous_grade: record.previous_grade,
    nisn: record.nisn,
    how_know_school: record.how_know_school,
    uniform_size: record.uniform_size,
    sibling_name: record.sibling_name,
    collective_student_name: record.collective_student_name,
    information: record.information,
    bank_name: record.bank_name,
    bank_account_number: accountNumberOf(context, record),
    bank_account_owner: record.bank_account_owner,
    child: {
      full_name: child.full_name,
      nick_name: child.nick_name,
      gender: child.gender,
      birth_date: child.birth_date,
      birth_city: child.birth_city,
      ...numbersOf(context.columns, child),
      blood_type: child.blood_type,
      sibling_count: child.sibling_count,
      address: child.address,
      kelurahan: child.kelurahan,
      kecamatan: child.kecamatan,
      kab_kota: child.kab_kota,
      provinsi: child.provinsi,
    },
    parent: {
      father_name: parent.father_name,
      mother_name: parent.mother_name,
      father_phone: parent.father_phone,
      mother_phone: parent.mother_phone,
      father_education: parent.father_education,
      mother_education: parent.mother_education,
      father_job: parent.father_job,
      mother_job: parent.mother_job,
      father_income: income('father_income'),
      mother_income: income('mother_income'),
      address: parent.address,
      contact_phone: parent.contact_phone,
    },
  };
}
