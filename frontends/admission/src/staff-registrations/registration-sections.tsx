import type { StaffRegistration } from '@gerbang/contracts/admission.types';
import { GENDER_LABELS, HOW_KNOW_SCHOOL_LABELS } from '@gerbang/domain/family-options';
import { PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { ROLE_LABELS } from '@gerbang/domain/roles';
import { paymentTone, stageTone } from '@gerbang/domain/status-tones';
import { Card, CardTitle } from '@gerbang/ui/card';
import { MaskedText } from '@gerbang/ui/masked-text';
import { StatusTag } from '@gerbang/ui/status-tag';
import { SummaryList, type SummaryRow } from '@gerbang/ui/summary-list';
import {
  formatDateLong,
  formatDayText,
  formatMoment,
  formatPhone,
  formatRupiah,
} from '@gerbang/web-kit/format';
import type { ReactNode } from 'react';
import { detailCopy } from './registration-detail.copy.ts';

const copy = detailCopy.fields;

/** A titled part of the record. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card aria-label={title}>
      <CardTitle as="h3">{title}</CardTitle>
      {children}
    </Card>
  );
}

const masked = (name: string, value: string | null): SummaryRow => ({
  label: name,
  value: value === null ? null : <MaskedText name={name} value={value} />,
});

/** Street and region on one line. */
function addressText(of: StaffRegistration['child'] | StaffRegistration['parent']): string {
  return [of.address, of.kelurahan, of.kecamatan, of.kab_kota, of.provinsi].filter(Boolean).join(', ');
}

export function ChildPart({ child }: { child: StaffRegistration['child'] }) {
  return (
    <Part title={detailCopy.child}>
      <SummaryList
        rows={[
          { label: copy.fullName, value: child.full_name },
          { label: copy.nickName, value: child.nick_name },
          { label: copy.gender, value: child.gender && GENDER_LABELS[child.gender] },
          { label: copy.birthDate, value: formatDayText(child.birth_date) },
          { label: copy.birthCity, value: child.birth_city },
          masked(copy.nik, child.nik),
          { label: copy.bloodType, value: child.blood_type },
          { label: copy.siblings, value: child.sibling_count },
          masked(copy.kk, child.kk_number),
          { label: copy.address, value: addressText(child) },
        ]}
      />
    </Part>
  );
}

export function ParentPart({ parent }: { parent: StaffRegistration['parent'] }) {
  return (
    <Part title={detailCopy.parent}>
      <SummaryList
        rows={[
          { label: copy.fatherName, value: parent.father_name },
          { label: copy.fatherPhone, value: formatPhone(parent.father_phone) },
          { label: copy.fatherEducation, value: parent.father_education },
          { label: copy.fatherJob, value: parent.father_job },
          { label: copy.fatherIncome, value: parent.father_income },
          masked(copy.fatherKtp, parent.father_ktp),
          { label: copy.motherName, value: parent.mother_name },
          { label: copy.motherPhone, value: formatPhone(parent.mother_phone) },
          { label: copy.motherEducation, value: parent.mother_education },
          { label: copy.motherJob, value: parent.mother_job },
          { label: copy.motherIncome, value: parent.mother_income },
          masked(copy.motherKtp, parent.mother_ktp),
          { label: copy.address, value: addressText(parent) },
          { label: copy.contact, value: formatPhone(parent.contact_phone) },
        ]}
      />
    </Part>
  );
}

export function RegistrationPart({ registration }: { registration: StaffRegistration }) {
  const { how_know_school: known, current_stage: stage } = registration;
  return (
    <Part title={detailCopy.registration}>
      <SummaryList
        rows={[
          { label: copy.number, value: registration.registration_number },
          { label: copy.year, value: registration.academic_year },
          { label: copy.level, value: registration.jenjang },
          { label: copy.class, value: registration.kelas },
          { label: copy.previousSchool, value: registration.previous_school },
          { label: copy.previousGrade, value: registration.previous_grade },
          { label: copy.nisn, value: registration.nisn },
          { label: copy.uniform, value: registration.uniform_size },
          { label: copy.howKnow, value: known && HOW_KNOW_SCHOOL_LABELS[known] },
          {
            label: copy.stage,
            value: <StatusTag tone={stageTone(stage, 'staff')}>{STAGE_LABELS[stage]}</StatusTag>,
          },
          { label: copy.sibling, value: registration.sibling_name },
          { label: copy.collective, value: registration.collective_student_name },
          { label: copy.information, value: registration.information },
          { label: copy.date, value: formatDateLong(registration.created_at) },
        ]}
      />
    </Part>
  );
}

/** The payment; proof and actions are beside it. */
export function PaymentSummary({ registration }: { registration: StaffRegistration }) {
  const { payment_status: status, payment_verified_at: at, verified_by_user: by } = registration;
  return (
    <SummaryList
      rows={[
        {
          label: copy.status,
          value: <StatusTag tone={paymentTone(status, 'staff')}>{PAYMENT_LABELS[status]}</StatusTag>,
        },
        ...(status === 'rejected' ? [{ label: copy.reason, value: registration.rejection_reason }] : []),
        { label: copy.amount, value: formatRupiah(registration.payment_amount) },
        { label: copy.bank, value: registration.bank_name },
        { label: copy.account, value: registration.bank_account_number },
        { label: copy.owner, value: registration.bank_account_owner },
        { label: copy.verifiedAt, value: at && formatMoment(at) },
        { label: copy.verifiedBy, value: by && `${by.name ?? '-'} · ${ROLE_LABELS[by.role]}` },
      ]}
    />
  );
}
