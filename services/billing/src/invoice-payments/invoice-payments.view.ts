import type { InvoicePayment } from '@gerbang/contracts/invoice-payments';
import { fileLink } from '@gerbang/contracts/files';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { notFound, type Problem } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { findPayment, type PaymentRecord } from './invoice-payments.repository.ts';

/** 404, alike for a payment that does not exist and for another family's. */
export const noPayment = (): Problem => notFound('Pembayaran tidak ditemukan');

const moment = (at: Date | null): string | null => (at === null ? null : new Date(at).toISOString());

/** The link of a payment's proof; null for cash without one. */
export const proofLink = ({ payment_evidence_file_id: id }: PaymentRecord): string | null =>
  id === null ? null : fileLink(id);

/** The bank of a payment in clear. */
export function bankInfoOf(
  { columns }: Pick<Context, 'columns'>,
  { id, bank_info }: Pick<PaymentRecord, 'id' | 'bank_info'>,
): string | null {
  return bank_info === null ? null : columns.open('enrollment_invoice_payments', 'bank_info', id, bank_info);
}

/** A payment as this role may see it: the staff's notes are left out for parents. */
export function toPayment(
  context: Pick<Context, 'columns'>,
  record: PaymentRecord,
  viewer: Role,
): InvoicePayment {
  const {
    verified_by_role,
    rejected_by_role,
    reversed_by_role,
    reversed_at,
    reversal_cause,
    reversal_reason,
  } = record;
  return {
    id: record.id,
    version: record.version,
    enrollment_invoice_id: record.enrollment_invoice_id,
    amount_paid: record.amount_paid,
    payment_date: record.payment_date,
    payment_method: record.payment_method,
    bank_info: bankInfoOf(context, record),
    ...(viewer !== 'wali_murid' && { admin_notes: record.admin_notes, proof_alert: record.proof_alert }),
    auto_verify: record.auto_verify,
    payment_evidence_url: proofLink(record),
    payment_evidence_filename: record.payment_evidence_filename,
    ...(record.bank_line_id !== null && { from_bank: true as const }),
    verification_status: record.verification_status,
    rejection_reason: record.rejection_reason,
    verified_by_user:
      verified_by_role === null ? null : { name: record.verified_by_name, role: verified_by_role },
    verified_at: moment(record.verified_at),
    rejected_by_user:
      rejected_by_role === null ? null : { name: record.rejected_by_name, role: rejected_by_role },
    rejected_at: moment(record.rejected_at),
    ...(reversed_at !== null &&
      reversed_by_role !== null &&
      reversal_cause !== null &&
      reversal_reason !== null && {
        reversal: {
          cause: reversal_cause,
          reason: reversal_reason,
          at: new Date(reversed_at).toISOString(),
          by: { name: record.reversed_by_name, role: reversed_by_role },
        },
      }),
    ...(record.moved_from_id !== null && { moved: true as const }),
    receipt_number: record.receipt_number,
    previous_proofs: record.previous_proofs.map(({ file_id, at, name, role }) => ({
      url: fileLink(file_id),
      replaced_at: new Date(at).toISOString(),
      replaced_by: { name, role },
    })),
    created_by: { name: record.created_by_name, role: record.created_by_role },
    created_at: new Date(record.created_at).toISOString(),
    updated_at: new Date(record.updated_at).toISOString(),
  };
}

/** A payment after this transaction's writes, as the caller may see it. */
export async function viewPayment(
  context: Context,
  trx: Db,
  caller: Caller,
  id: string,
): Promise<InvoicePayment> {
  const record = await findPayment(trx, id);
  if (!record) throw new Error('a payment that was just written is gone');
  return toPayment(context, record, caller.role);
}
