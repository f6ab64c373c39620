import type { Invoice, OwnInvoice, StaffInvoice } from '@gerbang/contracts/invoices';
import { invoiceState } from '@gerbang/domain/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { notFound, type Problem } from '@gerbang/service-kit/http/problems';
import type { InvoiceRecord, OwnInvoiceRecord, StaffInvoiceRecord } from './invoices.repository.ts';

/** 404, alike for an invoice that does not exist and for another family's. */
export const noInvoice = (): Problem => notFound('Tagihan tidak ditemukan');

/** An invoice with its state at this moment. */
export function toInvoice(record: InvoiceRecord, now: Date): Invoice {
  const { total_amount, due_date, paid_amount, waiting, rejected } = record;
  const facts = {
    total_amount,
    due_date,
    amount_paid: paid_amount,
    waiting,
    rejected,
    voided: record.voided,
  };
  return {
    id: record.id,
    version: record.version,
    enrollment_payment_scheme_id: record.enrollment_payment_scheme_id,
    enrollment_confirmation_id: record.enrollment_confirmation_id,
    registration_id: record.registration_id,
    invoice_number: record.invoice_number,
    installment_stage: record.installment_stage,
    installment_name: record.installment_name,
    total_amount,
    due_date,
    amount_paid: paid_amount,
    ...invoiceState(facts, jakartaDay(now)),
    rejection_reason: record.rejection_reason,
    ...(record.returned !== null && { returned: Number(record.returned) }),
    ...(record.voided && { voided: { ...record.voided, at: new Date(record.voided.at).toISOString() } }),
    ...(record.due_changes && {
      due_changes: record.due_changes.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    }),
    child_name: record.child_name,
    grade_level: record.grade_level,
    kelas: record.kelas,
    created_at: new Date(record.created_at).toISOString(),
  };
}

/** An invoice as its family's list shows it. */
export function toOwnInvoice(record: OwnInvoiceRecord, now: Date): OwnInvoice {
  const { own_payments: payments } = record;
  return {
    ...toInvoice(record, now),
    waiting_amount: payments?.waiting ?? 0,
    receipts: (payments?.receipts ?? []).map(({ verified_at, ...receipt }) => ({
      ...receipt,
      verified_at: new Date(verified_at).toISOString(),
    })),
  };
}

/** An invoice with the fields that only staff see. */
export function toStaffInvoice(record: StaffInvoiceRecord, now: Date): StaffInvoice {
  const { father_name, mother_name, contact_phone, waiting_payment: payment } = record;
  const { name_from_account, phone_from_account } = record;
  return {
    ...toInvoice(record, now),
    registration_number: record.registration_number,
    academic_year: record.academic_year,
    child_gender: record.child_gender,
    parent: { father_name, mother_name, contact_phone, name_from_account, phone_from_account },
    waiting_payment: payment && { ...payment, created_at: new Date(payment.created_at).toISOString() },
  };
}
