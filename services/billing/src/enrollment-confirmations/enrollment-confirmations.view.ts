import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import { notFound, type Problem } from '@gerbang/service-kit/http/problems';
import type { ConfirmationRecord } from './enrollment-confirmations.repository.ts';

const moment = (at: Date | null): string | null => (at === null ? null : new Date(at).toISOString());

/** 404, alike for a confirmation that does not exist and for another family's. */
export const noConfirmation = (): Problem => notFound('Konfirmasi tidak ditemukan');

/** A confirmation as all three GETs return it. */
export function toConfirmation(record: ConfirmationRecord): Confirmation {
  const { decided_by_role: role, billed, paid } = record;
  return {
    id: record.id,
    version: record.version,
    registration_id: record.registration_id,
    child_id: record.child_id,
    parent_id: record.parent_id,
    payment_preference: record.payment_preference,
    contribution_type: record.contribution_type,
    contribution_amount: record.contribution_amount,
    contribution_description: record.contribution_description,
    additional_notes: record.additional_notes,
    payment_status: record.payment_status,
    enrollment_status: record.enrollment_status,
    status: record.status,
    submitted_at: new Date(record.submitted_at).toISOString(),
    decline_reason: record.decline_reason,
    decided_by_user: role === null ? null : { name: record.decided_by_name, role },
    decided_at: moment(record.decided_at),
    completed_at: moment(record.completed_at),
    ...(record.returned && {
      returned: { ...record.returned, at: new Date(record.returned.at).toISOString() },
    }),
    ...(record.refund_rule_version !== null &&
      record.refund_rule_hash !== null && {
        refund_rule: { version: record.refund_rule_version, hash: record.refund_rule_hash },
      }),
    scheme_id: record.scheme_id,
    child: { full_name: record.child_name, nick_name: record.child_nick_name, gender: record.child_gender },
    parent: {
      father_name: record.father_name,
      mother_name: record.mother_name,
      contact_phone: record.contact_phone,
      name_from_account: record.name_from_account,
      phone_from_account: record.phone_from_account,
    },
    registration: {
      id: record.registration_id,
      registration_number: record.registration_number,
      jenjang: record.jenjang,
      kelas: record.kelas,
      academic_year: record.academic_year,
      ...(record.wave_payment_period !== null && { wave_payment_period: record.wave_payment_period }),
    },
    payment_summary:
      record.scheme_id === null
        ? null
        : { total_amount: billed, amount_paid: paid, outstanding_balance: billed - paid },
    created_at: new Date(record.created_at).toISOString(),
    updated_at: new Date(record.updated_at).toISOString(),
  };
}
