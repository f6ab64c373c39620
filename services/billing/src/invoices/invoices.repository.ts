import type { Jenjang } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';

/** A row of `enrollment_invoices` with what its scheme and its registration's copy say beside it. */
export interface InvoiceRecord {
  readonly id: string;
  readonly version: number;
  readonly enrollment_payment_scheme_id: string;
  readonly enrollment_confirmation_id: string;
  readonly registration_id: string;
  readonly invoice_number: string;
  readonly installment_stage: number | null;
  readonly installment_name: string;
  readonly total_amount: number;
  readonly due_date: string;
  readonly paid_amount: number;
  readonly waiting: boolean;
  readonly rejected: boolean;
  readonly created_at: Date;
  readonly rejection_reason: string | null;
  readonly grade_level: Jenjang;
  readonly child_name: string;
  readonly kelas: string | null;
}

/** The payment of an invoice that waits to be looked at. */
interface WaitingPayment {
  readonly id: string;
  readonly version: number;
  readonly amount_paid: number;
  readonly payment_date: string;
  readonly created_at: string;
}

/** The same with what staff see besides. */
export interface StaffInvoiceRecord extends InvoiceRecord {
  readonly registration_number: string;
  readonly academic_year: string;
  readonly father_name: string | null;
  readonly mother_name: string | null;
  readonly contact_phone: string | null;
  readonly waiting_payment: WaitingPayment | null;
}

const OWN = [
  'id',
  'version',
  'enrollment_payment_scheme_id',
  'enrollment_confirmation_id',
  'registration_id',
  'invoice_number',
  'installment_stage',
  'installment_name',
  'total_amount',
  'due_date',
  'paid_amount',
  'waiting',
  'rejected',
  'created_at',
].map((column) => `enrollment_invoices.${column}`);
const STAFF = ['registration_number', 'academic_year', 'father_name', 'mother_name', 'contact_phone'].map(
  (column) => `registrations.${column}`,
);

/** Only rejected and waiting invoices look into their payments. */
const REASON = `
  case when enrollment_invoices.rejected then (
    select rejection_reason from enrollment_invoice_payments
    where enrollment_invoice_id = enrollment_invoices.id order by created_at desc, id desc limit 1
  ) end as rejection_reason`;
const WAITING = `
  case when enrollment_invoices.waiting then (
    select jsonb_build_object('id', id, 'version', version, 'amount_paid', amount_paid,
      'payment_date', payment_date, 'created_at', created_at)
    from enrollment_invoice_payments
    where enrollment_invoice_id = enrollment_invoices.id and verification_status = 'pending'
  ) end as waiting_payment`;

/** Invoices with their registration's copy alone, so that counting needs no more. */
export function invoicesOfPeople(db: Db) {
  return db('enrollment_invoices').join(
    'registrations',
    'registrations.id',
    'enrollment_invoices.registration_id',
  );
}

/** Invoices as anybody sees them. */
export function invoices(db: Db) {
  return invoicesOfPeople(db)
    .select(OWN)
    .select('registrations.jenjang as grade_level', 'registrations.child_name', 'registrations.kelas')
    .select(db.raw(REASON));
}

/** Those of this account's children, by the ownership rule O5 in the query itself. */
export function ownInvoices(db: Db, userId: string) {
  return invoices(db).where('registrations.user_id', userId).where('registrations.deleted', false);
}

/** Invoices as staff see them. */
export function staffInvoices(db: Db) {
  return invoices(db).select(STAFF).select(db.raw(WAITING));
}

/** What a payment must know of its invoice, locked until the transaction ends. */
export interface LockedInvoice extends InvoiceRecord {
  readonly user_id: string;
  readonly registration_number: string;
}

/**
 * An invoice, locked for a payment; with `userId` only where the family of this account owns it (O5). Every change of
 * money takes this lock first, and the confirmation's after it (`completeWhenPaid`).
 */
export async function lockInvoice(trx: Db, id: string, userId?: string): Promise<LockedInvoice | undefined> {
  // Locks first and reads then: what a locking query reads beside the row it waited for would be of the moment before.
  const wanted = invoicesOfPeople(trx).where('enrollment_invoices.id', id);
  if (userId !== undefined) {
    void wanted.where('registrations.user_id', userId).where('registrations.deleted', false);
  }
  const locked = await wanted
    .forNoKeyUpdate('enrollment_invoices')
    .first<{ id: string } | undefined>('enrollment_invoices.id');
  if (!locked) return undefined;
  return invoices(trx)
    .select('registrations.user_id', 'registrations.registration_number')
    .where('enrollment_invoices.id', id)
    .first<LockedInvoice | undefined>();
}
