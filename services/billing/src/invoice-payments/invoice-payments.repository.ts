import type { PaymentMethod, VerificationStatus } from '@gerbang/domain/invoice-payments';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { invoices, type LockedInvoice, lockInvoice, ownInvoices } from '../invoices/invoices.repository.ts';

/** An invoice as its payments see it, with the family whose it is. */
export type PayableInvoice = Pick<
  LockedInvoice,
  | 'id'
  | 'enrollment_confirmation_id'
  | 'invoice_number'
  | 'total_amount'
  | 'paid_amount'
  | 'due_date'
  | 'waiting'
  | 'rejected'
  | 'user_id'
  | 'child_name'
>;

/** A row of `enrollment_invoice_payments`. */
export interface PaymentRecord {
  readonly id: string;
  readonly version: number;
  readonly enrollment_invoice_id: string;
  readonly amount_paid: number;
  readonly payment_date: string;
  readonly payment_method: PaymentMethod;
  readonly bank_info: string | null;
  readonly admin_notes: string | null;
  readonly auto_verify: boolean;
  readonly payment_evidence_file_id: string;
  readonly payment_evidence_filename: string | null;
  readonly verification_status: VerificationStatus;
  readonly rejection_reason: string | null;
  readonly verified_by_name: string | null;
  readonly verified_by_role: Role | null;
  readonly verified_at: Date | null;
  readonly rejected_by_name: string | null;
  readonly rejected_by_role: Role | null;
  readonly rejected_at: Date | null;
  readonly receipt_number: string | null;
  readonly created_by_id: string;
  readonly created_by_name: string | null;
  readonly created_by_role: Role;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** An invoice as it stands, without a lock; `ownerId` = only of this account's family (ownership rule O5). */
export async function readInvoice(
  db: Db,
  id: string,
  ownerId: string | null,
): Promise<PayableInvoice | undefined> {
  const rows = ownerId === null ? invoices(db) : ownInvoices(db, ownerId);
  return rows
    .select('registrations.user_id')
    .where('enrollment_invoices.id', id)
    .first<PayableInvoice | undefined>();
}

/** One payment; undefined where there is none. */
export async function paymentOf(db: Db, id: string): Promise<PaymentRecord | undefined> {
  return db('enrollment_invoice_payments').where({ id }).first<PaymentRecord | undefined>();
}

/** A payment with its invoice locked, which holds the payment too; undefined where there is none. */
export async function lockPayment(
  trx: Db,
  id: string,
): Promise<{ payment: PaymentRecord; invoice: PayableInvoice } | undefined> {
  const known = await trx('enrollment_invoice_payments').where({ id }).first('enrollment_invoice_id');
  if (!known) return undefined;
  const invoice = await lockInvoice(trx, known.enrollment_invoice_id);
  // Read after the lock: what another one did before it is seen.
  const payment = await paymentOf(trx, id);
  return invoice && payment && { payment, invoice };
}

/** Every payment of an invoice, the newest first. */
export async function paymentsOf(db: Db, invoiceId: string): Promise<PaymentRecord[]> {
  return db('enrollment_invoice_payments')
    .where({ enrollment_invoice_id: invoiceId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
}

/** Whether a file is, or was before an edit, the proof of another payment; to be asked with the invoice locked. */
export async function isProofOfAnother(
  trx: Db,
  invoiceId: string,
  fileId: string,
  paymentId: string | null,
): Promise<boolean> {
  const found = await trx('invoice_payment_events')
    .join(
      'enrollment_invoice_payments',
      'enrollment_invoice_payments.id',
      'invoice_payment_events.payment_id',
    )
    .where('enrollment_invoice_payments.enrollment_invoice_id', invoiceId)
    .where('invoice_payment_events.file_id', fileId)
    .modify((query) => {
      if (paymentId !== null) void query.whereNot('invoice_payment_events.payment_id', paymentId);
    })
    .first('invoice_payment_events.id');
  return found !== undefined;
}
