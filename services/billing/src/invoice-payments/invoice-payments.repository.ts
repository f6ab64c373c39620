import type { PaymentMethod, VerificationStatus } from '@gerbang/domain/invoice-payments';
import type { Role } from '@gerbang/domain/roles';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import { type InvoiceRecord, lockInvoice } from '../invoices/invoices.repository.ts';

/** A row of `enrollment_invoice_payments`. */
export interface PaymentRecord {
  readonly id: string;
  readonly version: number;
  readonly enrollment_invoice_id: string;
  readonly amount_paid: number;
  readonly payment_date: string;
  readonly payment_method: PaymentMethod;
  /** Sealed. */
  readonly bank_info: string | null;
  readonly admin_notes: string | null;
  readonly auto_verify: boolean;
  readonly payment_evidence_file_id: string;
  readonly payment_evidence_filename: string | null;
  readonly verification_status: VerificationStatus;
  readonly rejection_reason: string | null;
  readonly verified_by_id: string | null;
  readonly verified_by_name: string | null;
  readonly verified_by_role: Role | null;
  readonly verified_at: Date | null;
  readonly rejected_by_id: string | null;
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

/** A payment with its invoice, both locked. */
export interface LockedPayment extends PaymentRecord {
  readonly invoice: InvoiceRecord;
}

/** One payment; undefined where there is none. */
export async function findPayment(db: Db, id: string): Promise<PaymentRecord | undefined> {
  return db('enrollment_invoice_payments').where({ id }).first<PaymentRecord | undefined>();
}

/** A payment under its invoice's lock, which protects the payment too; undefined where there is none. */
export async function lockPayment(trx: Db, id: string): Promise<LockedPayment | undefined> {
  const known = await findPayment(trx, id);
  const invoice = known && (await lockInvoice(trx, known.enrollment_invoice_id, null));
  // Read again under the lock: it may have changed while the lock was waited for.
  const payment = invoice && (await findPayment(trx, id));
  return payment && { ...payment, invoice };
}

/** All payments of an invoice, the newest first. */
export async function paymentsOf(db: Db, invoiceId: string): Promise<PaymentRecord[]> {
  return db('enrollment_invoice_payments')
    .where({ enrollment_invoice_id: invoiceId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
}

/**
 * Whether a file is the proof of another payment of the invoice, or was before an edit; to be called under the
 * invoice's lock. `paymentId` null = of any payment.
 */
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

/** Columns that a new payment is made of; the others have defaults. */
export type NewPayment = Pick<
  PaymentRecord,
  | 'id'
  | 'enrollment_invoice_id'
  | 'amount_paid'
  | 'payment_date'
  | 'payment_method'
  | 'bank_info'
  | 'admin_notes'
  | 'auto_verify'
  | 'payment_evidence_file_id'
  | 'payment_evidence_filename'
  | 'created_by_id'
  | 'created_by_name'
  | 'created_by_role'
  | 'created_at'
>;

export async function insertPayment(trx: Db, row: NewPayment): Promise<void> {
  await trx('enrollment_invoice_payments').insert(row);
}

/** Writes columns of a payment that waits to be verified. */
export async function updateWaitingPayment(
  trx: Db,
  id: string,
  columns: Partial<PaymentRecord>,
): Promise<void> {
  await trx('enrollment_invoice_payments')
    .where({ id, verification_status: 'pending' })
    .update({ ...columns, updated_at: trx.fn.now() });
}

/** A version of a payment for its history. */
export interface PaymentEvent {
  readonly payment_id: string;
  readonly version: number;
  readonly kind: 'created' | 'edited' | 'verified' | 'rejected';
  readonly from_status: VerificationStatus | null;
  readonly to_status: VerificationStatus;
  readonly amount_before: number | null;
  readonly amount: number;
  readonly file_before_id: string | null;
  readonly file_id: string;
  readonly reason: string | null;
}

export async function insertPaymentEvent(trx: Db, event: PaymentEvent, actor: Actor): Promise<void> {
  await trx('invoice_payment_events').insert({
    ...event,
    id: uuidv7(),
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
  });
}
