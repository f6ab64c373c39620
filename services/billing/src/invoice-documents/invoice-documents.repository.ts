import type { InvoiceStatus } from '@gerbang/domain/invoices';
import { invoiceState } from '@gerbang/domain/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { ROLE_LABELS, type Role } from '@gerbang/domain/roles';
import type { School } from '@gerbang/contracts/school';
import type { PaymentMethod } from '@gerbang/domain/invoice-payments';
import type { Db } from '@gerbang/service-kit/data/database';
import type { InvoicePaper, PaperChild, PaperSchool, ReceiptPaper } from './invoice-documents.view.ts';

interface Concerned {
  readonly invoice_number: string;
  readonly installment_name: string;
  readonly total_amount: number;
  readonly child_name: string;
  readonly registration_number: string;
  readonly jenjang: string;
  readonly kelas: string | null;
  readonly academic_year: string;
  readonly father_name: string | null;
  readonly mother_name: string | null;
  readonly account_name: string | null;
}

interface InvoiceRecord extends Concerned {
  readonly id: string;
  readonly paid_amount: number;
  readonly due_date: string;
  readonly waiting: boolean;
  readonly rejected: boolean;
  readonly created_at: Date;
  readonly payment_period: string;
}

interface ReceiptRecord extends Concerned {
  readonly receipt_number: string;
  readonly amount_paid: number;
  readonly payment_date: string;
  readonly payment_method: PaymentMethod;
  readonly verified_at: Date;
  readonly verified_by_name: string | null;
  readonly verified_by_role: Role;
  readonly paid_so_far: number;
}

const CONCERNED = [
  'enrollment_invoices.invoice_number',
  'enrollment_invoices.installment_name',
  'enrollment_invoices.total_amount',
  ...[
    'child_name',
    'registration_number',
    'jenjang',
    'kelas',
    'academic_year',
    'father_name',
    'mother_name',
  ].map((column) => `registrations.${column}`),
  'accounts.name as account_name',
];

/** Invoices with whom they concern; `ownerId` = only of this account's family (ownership rule O5). */
function concerned(db: Db, ownerId: string | null) {
  const query = db('enrollment_invoices')
    .join('registrations', 'registrations.id', 'enrollment_invoices.registration_id')
    .leftJoin('accounts', 'accounts.id', 'registrations.user_id')
    .select(CONCERNED);
  return ownerId === null
    ? query
    : query.where({ 'registrations.user_id': ownerId, 'registrations.deleted': false });
}

/** '0812-0000-0000' of `+6281200000000`: as numbers are shown everywhere; a foreign one stays as it is. */
function phoneText(number: string): string {
  if (!number.startsWith('+62')) return number;
  return `0${number.slice(3)}`.replace(/^(\d{4})(\d{4})(\d+)$/u, '$1-$2-$3');
}

function schoolOf(school: School, jenjang: string): PaperSchool {
  const unit = school.levels.find((level) => level.jenjang === jenjang)?.unit_name ?? jenjang;
  return { name: school.name, unit, contact: phoneText(school.contact_whatsapp) };
}

/** 'SD kelas 1', 'TK A', 'KB': as a sentence names it. */
function levelText({ jenjang, kelas }: Pick<Concerned, 'jenjang' | 'kelas'>): string {
  if (kelas === null) return jenjang;
  return kelas.startsWith(jenjang) ? kelas : `${jenjang} kelas ${kelas}`;
}

function childOf(record: Concerned): PaperChild {
  return {
    child_name: record.child_name,
    registration_number: record.registration_number,
    level: levelText(record),
    academic_year: record.academic_year,
    guardian: record.father_name ?? record.mother_name ?? record.account_name,
  };
}

/** What the paper of an invoice shows today; undefined where there is none, or not the caller's. */
export async function invoicePaperOf(
  db: Db,
  school: School,
  wanted: { readonly id: string; readonly ownerId: string | null; readonly today: string },
): Promise<InvoicePaper | undefined> {
  const record = await concerned(db, wanted.ownerId)
    .join(
      'enrollment_payment_schemes',
      'enrollment_payment_schemes.id',
      'enrollment_invoices.enrollment_payment_scheme_id',
    )
    .where('enrollment_invoices.id', wanted.id)
    .select([
      'enrollment_payment_schemes.payment_period',
      ...['id', 'paid_amount', 'due_date', 'waiting', 'rejected', 'created_at'].map(
        (column) => `enrollment_invoices.${column}`,
      ),
    ])
    .first<InvoiceRecord | undefined>();
  if (!record) return undefined;
  const payments = await db('enrollment_invoice_payments')
    .where({ enrollment_invoice_id: record.id, verification_status: 'verified' })
    .orderBy(['verified_at', 'id'])
    .select<InvoicePaper['payments'][number][]>(
      'receipt_number',
      'payment_date',
      'payment_method',
      'amount_paid',
    );
  const paid = payments.reduce((sum, one) => sum + one.amount_paid, 0);
  const state: { status: InvoiceStatus; remaining: number } = invoiceState(
    { ...record, amount_paid: paid },
    wanted.today,
  );
  return {
    kind: 'invoice',
    school: schoolOf(school, record.jenjang),
    child: childOf(record),
    account: school.account,
    invoice_number: record.invoice_number,
    installment_name: record.installment_name,
    payment_period: record.payment_period,
    issued_on: jakartaDay(new Date(record.created_at)),
    due_date: record.due_date,
    status: state.status,
    total_amount: record.total_amount,
    remaining: state.remaining,
    payments,
    printed_on: wanted.today,
  };
}

/** What a receipt shows; null where the payment is not verified, undefined where there is none, or not the caller's. */
export async function receiptPaperOf(
  db: Db,
  school: School,
  wanted: { readonly paymentId: string; readonly ownerId: string | null },
): Promise<ReceiptPaper | null | undefined> {
  const record = await concerned(db, wanted.ownerId)
    .join(
      'enrollment_invoice_payments as payments',
      'payments.enrollment_invoice_id',
      'enrollment_invoices.id',
    )
    .leftJoin('invoice_ledger', 'invoice_ledger.payment_id', 'payments.id')
    .where('payments.id', wanted.paymentId)
    .select([
      ...[
        'receipt_number',
        'amount_paid',
        'payment_date',
        'payment_method',
        'verified_at',
        'verified_by_name',
        'verified_by_role',
      ].map((column) => `payments.${column}`),
      // Entries of one invoice are written under its lock, so that their positions are in the order of their commits.
      db.raw(`(select coalesce(sum(amount), 0)::bigint from invoice_ledger earlier
        where earlier.enrollment_invoice_id = enrollment_invoices.id
          and earlier.position <= invoice_ledger.position) as paid_so_far`),
    ])
    .first<ReceiptRecord | undefined>();
  if (!record) return undefined;
  if (record.receipt_number === null) return null;
  return {
    kind: 'receipt',
    school: schoolOf(school, record.jenjang),
    child: childOf(record),
    receipt_number: record.receipt_number,
    payer: record.account_name ?? childOf(record).guardian ?? 'Orang tua/wali',
    amount_paid: record.amount_paid,
    payment_date: record.payment_date,
    payment_method: record.payment_method,
    invoice_number: record.invoice_number,
    installment_name: record.installment_name,
    total_amount: record.total_amount,
    remaining_after: record.total_amount - record.paid_so_far,
    verified_on: jakartaDay(new Date(record.verified_at)),
    receiver: record.verified_by_name ?? '-',
    receiver_role: ROLE_LABELS[record.verified_by_role],
  };
}
