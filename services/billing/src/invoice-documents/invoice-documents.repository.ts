import type { PaymentMethod } from '@gerbang/domain/invoice-payments';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { ofFamily } from '../registrations/registrations.repository.ts';

/** What both documents print of an invoice and of the child it is for. */
export interface BilledChild {
  readonly invoice_number: string;
  readonly installment_name: string;
  readonly total_amount: number;
  readonly child_name: string;
  readonly registration_number: string;
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
  readonly academic_year: string;
  readonly father_name: string | null;
  readonly mother_name: string | null;
  readonly account_name: string | null;
}

export interface PrintedInvoice extends BilledChild {
  readonly id: string;
  readonly paid_amount: number;
  readonly due_date: string;
  readonly waiting: boolean;
  readonly rejected: boolean;
  readonly created_at: Date;
  readonly payment_period: string;
}

/** A verified payment as a line of its invoice. */
export interface PrintedPayment {
  readonly receipt_number: string;
  readonly payment_date: string;
  readonly payment_method: PaymentMethod;
  readonly amount_paid: number;
}

export interface PrintedReceipt extends BilledChild, Omit<PrintedPayment, 'receipt_number'> {
  /** Null until the payment is verified. */
  readonly receipt_number: string | null;
  readonly verified_at: Date;
  readonly verified_by_name: string | null;
  readonly verified_by_role: Role;
  readonly paid_so_far: number;
}

function billedChildren(db: Db, ownerId: string | null) {
  const rows = db('enrollment_invoices')
    .join('registrations', 'registrations.id', 'enrollment_invoices.registration_id')
    .leftJoin('accounts', 'accounts.id', 'registrations.user_id')
    .select(
      'enrollment_invoices.invoice_number',
      'enrollment_invoices.installment_name',
      'enrollment_invoices.total_amount',
      'registrations.child_name',
      'registrations.registration_number',
      'registrations.jenjang',
      'registrations.kelas',
      'registrations.academic_year',
      'registrations.father_name',
      'registrations.mother_name',
      'accounts.name as account_name',
    );
  return ownerId === null ? rows : ofFamily(rows, ownerId);
}

/**
 * What an invoice's document prints, with its verified payments, the oldest first; undefined where there is none.
 * With `ownerId` only of this account's family.
 */
export async function readPrintedInvoice(
  db: Db,
  id: string,
  ownerId: string | null,
): Promise<{ invoice: PrintedInvoice; payments: PrintedPayment[] } | undefined> {
  const invoice = await billedChildren(db, ownerId)
    .join(
      'enrollment_payment_schemes',
      'enrollment_payment_schemes.id',
      'enrollment_invoices.enrollment_payment_scheme_id',
    )
    .where('enrollment_invoices.id', id)
    .select(
      'enrollment_payment_schemes.payment_period',
      'enrollment_invoices.id',
      'enrollment_invoices.paid_amount',
      'enrollment_invoices.due_date',
      'enrollment_invoices.waiting',
      'enrollment_invoices.rejected',
      'enrollment_invoices.created_at',
    )
    .first<PrintedInvoice | undefined>();
  if (!invoice) return undefined;
  const payments = await db('enrollment_invoice_payments')
    .where({ enrollment_invoice_id: id, verification_status: 'verified' })
    .orderBy(['verified_at', 'id'])
    .select<PrintedPayment[]>('receipt_number', 'payment_date', 'payment_method', 'amount_paid');
  return { invoice, payments };
}

/** What a payment's receipt prints; undefined where there is no such payment. With `ownerId` only of this family. */
export async function readPrintedReceipt(
  db: Db,
  paymentId: string,
  ownerId: string | null,
): Promise<PrintedReceipt | undefined> {
  return billedChildren(db, ownerId)
    .join(
      'enrollment_invoice_payments as payments',
      'payments.enrollment_invoice_id',
      'enrollment_invoices.id',
    )
    .leftJoin('invoice_ledger', 'invoice_ledger.payment_id', 'payments.id')
    .where('payments.id', paymentId)
    .select(
      'payments.receipt_number',
      'payments.amount_paid',
      'payments.payment_date',
      'payments.payment_method',
      'payments.verified_at',
      'payments.verified_by_name',
      'payments.verified_by_role',
      // Entries of one invoice are written under its lock, so their positions follow the order of their commits.
      db.raw(`(select coalesce(sum(amount), 0)::bigint from invoice_ledger earlier
        where earlier.enrollment_invoice_id = enrollment_invoices.id
          and earlier.position <= invoice_ledger.position) as paid_so_far`),
    )
    .first<PrintedReceipt | undefined>();
}
