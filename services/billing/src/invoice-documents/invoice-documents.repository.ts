import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';
import { ofFamily } from '../registrations/registrations.repository.ts';

type Invoice = Tables['enrollment_invoices'];
type Payment = Tables['enrollment_invoice_payments'];

const CHILD = [
  'child_name',
  'registration_number',
  'jenjang',
  'kelas',
  'academic_year',
  'father_name',
  'mother_name',
] as const satisfies readonly (keyof Tables['registrations'])[];

/** What both documents print of an invoice and of the child that it is for. */
export interface BilledChild
  extends Pick<Invoice, 'invoice_number' | 'installment_name' | 'total_amount'>,
    Pick<Tables['registrations'], (typeof CHILD)[number]> {
  readonly account_name: string | null;
}

export type PrintedInvoice = Invoice &
  BilledChild &
  Pick<Tables['enrollment_payment_schemes'], 'payment_period'>;

/** A verified payment as a line of its invoice. */
export type PrintedPayment = Pick<Payment, 'payment_date' | 'payment_method' | 'amount_paid'> & {
  readonly receipt_number: string;
};

export type PrintedReceipt = Payment &
  BilledChild & {
    readonly registration_id: string;
    readonly paid_so_far: number;
    /** The unique add that the family's transfer held, in rupiah; null without one. */
    readonly surplus: number | null;
  };

/** A child as a paper prints it. */
export type PrintedChild = Pick<Tables['registrations'], (typeof CHILD)[number]> &
  Pick<BilledChild, 'account_name'>;

/** A registration as a paper prints it; undefined for a deleted one. With `ownerId` only of this account. */
export async function readPrintedChild(
  db: Db,
  id: string,
  ownerId: string | null,
): Promise<PrintedChild | undefined> {
  const rows = db('registrations')
    .leftJoin('accounts', 'accounts.id', 'registrations.user_id')
    .where({ 'registrations.id': id, 'registrations.deleted': false })
    .select(...CHILD.map((column) => `registrations.${column}`), 'accounts.name as account_name');
  return (ownerId === null ? rows : ofFamily(rows, ownerId)).first<PrintedChild | undefined>();
}

function billedChildren(db: Db, ownerId: string | null) {
  const rows = db('enrollment_invoices')
    .join('registrations', 'registrations.id', 'enrollment_invoices.registration_id')
    .leftJoin('accounts', 'accounts.id', 'registrations.user_id')
    .select(
      'enrollment_invoices.invoice_number',
      'enrollment_invoices.installment_name',
      'enrollment_invoices.total_amount',
      ...CHILD.map((column) => `registrations.${column}`),
      'accounts.name as account_name',
    );
  return ownerId === null ? rows : ofFamily(rows, ownerId);
}

/** An invoice with its verified payments, the oldest first. */
export interface InvoiceToPrint {
  readonly invoice: PrintedInvoice;
  readonly payments: readonly PrintedPayment[];
}

/**
 * What the documents of one invoice, or of all of a confirmation's, print, in the order in which they are due. With `ownerId` only of this account's family.
 */
export async function readPrintedInvoices(
  db: Db,
  column: 'id' | 'enrollment_confirmation_id',
  value: string,
  ownerId: string | null,
): Promise<InvoiceToPrint[]> {
  const invoices = await billedChildren(db, ownerId)
    .join(
      'enrollment_payment_schemes',
      'enrollment_payment_schemes.id',
      'enrollment_invoices.enrollment_payment_scheme_id',
    )
    .where(`enrollment_invoices.${column}`, value)
    .whereNull('enrollment_invoices.voided_by')
    .orderBy(['enrollment_invoices.due_date', 'enrollment_invoices.id'])
    .select<PrintedInvoice[]>('enrollment_invoices.*', 'enrollment_payment_schemes.payment_period');
  const payments = await db('enrollment_invoice_payments')
    .whereIn(
      'enrollment_invoice_id',
      invoices.map(({ id }) => id),
    )
    .where({ verification_status: 'verified' })
    .orderBy(['verified_at', 'id'])
    .select<(PrintedPayment & Pick<Payment, 'enrollment_invoice_id'>)[]>(
      'enrollment_invoice_id',
      'receipt_number',
      'payment_date',
      'payment_method',
      'amount_paid',
    );
  return invoices.map((invoice) => ({
    invoice,
    payments: payments
      .filter((payment) => payment.enrollment_invoice_id === invoice.id)
      .map(({ enrollment_invoice_id: _invoice, ...payment }) => payment),
  }));
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
      'payments.*',
      'enrollment_invoices.registration_id',
      // Entries of one invoice are written under its lock, so their positions follow the order of their commits.
      db.raw(`(select coalesce(sum(amount), 0)::bigint from invoice_ledger earlier
        where earlier.enrollment_invoice_id = enrollment_invoices.id
          and earlier.position <= invoice_ledger.position) as paid_so_far`),
      db.raw(`(select sum(surplus_ledger.amount)::bigint from bank_matches
        join surplus_ledger using (line_id, expectation_id)
        where bank_matches.payment_id = payments.id and bank_matches.status = 'booked') as surplus`),
    )
    .first<PrintedReceipt | undefined>();
}
