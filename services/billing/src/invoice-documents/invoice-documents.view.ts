import type { School } from '@gerbang/contracts/school';
import { invoiceState } from '@gerbang/domain/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { accountFor } from '@gerbang/domain/school-accounts';
import { levelSentence } from '@gerbang/domain/level-words';
import { phoneText } from '@gerbang/domain/phone-text';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import type {
  BilledChild,
  InvoiceToPrint,
  PrintedChild,
  PrintedReceipt,
} from './invoice-documents.repository.ts';

/** Who signs for the school; null where it names none. */
function signatoryOf({ texts }: School) {
  const { signatory_name: name, signatory_title: title, signatory_city: city } = texts;
  return name === '' ? null : { name, title, city };
}

/** The school as it stands at the head of every document. */
function schoolOf(school: School, jenjang: string) {
  const unit = school.levels.find((level) => level.jenjang === jenjang)?.unit_name ?? jenjang;
  return { name: school.name, unit, contact: phoneText(school.contact_whatsapp) };
}

/** The child that a document is for. */
function childOf(school: School, record: PrintedChild | BilledChild) {
  return {
    child_name: record.child_name,
    registration_number: record.registration_number,
    level: levelSentence(school.levels, record),
    academic_year: record.academic_year,
    guardian: record.father_name ?? record.mother_name ?? record.account_name,
  };
}

/** The content of an invoice's PDF as it stands on this day; days are `YYYY-MM-DD`, amounts whole rupiah. */
export function toInvoiceDocument(school: School, { invoice, payments }: InvoiceToPrint, today: string) {
  const amount_paid = payments.reduce((sum, payment) => sum + payment.amount_paid, 0);
  const { status, remaining } = invoiceState({ ...invoice, amount_paid }, today);
  return {
    school: schoolOf(school, invoice.jenjang),
    child: childOf(school, invoice),
    // None where a school offers the level no longer and has closed its account.
    account: accountFor(school, invoice.jenjang, 'invoice') ?? null,
    invoice_number: invoice.invoice_number,
    installment_name: invoice.installment_name,
    payment_period: invoice.payment_period,
    issued_on: jakartaDay(new Date(invoice.created_at)),
    due_date: invoice.due_date,
    status,
    total_amount: invoice.total_amount,
    remaining,
    payments,
    printed_on: today,
    footer: school.texts.invoice_footer,
  };
}

/** The content of a verified payment's receipt; null while the payment is not verified. */
export function toReceiptDocument(school: School, record: PrintedReceipt) {
  const { receipt_number, verified_at, verified_by_role } = record;
  if (receipt_number === null || verified_at === null || verified_by_role === null) return null;
  const child = childOf(school, record);
  return {
    kind: 'receipt' as const,
    school: schoolOf(school, record.jenjang),
    child,
    receipt_number,
    payer: record.account_name ?? child.guardian ?? 'Orang tua/wali',
    amount_paid: record.amount_paid,
    payment_date: record.payment_date,
    payment_method: record.payment_method,
    invoice_number: record.invoice_number,
    installment_name: record.installment_name,
    total_amount: record.total_amount,
    /** What was still to be paid right after this payment. */
    remaining_after: record.total_amount - record.paid_so_far,
    verified_on: jakartaDay(new Date(verified_at)),
    receiver: record.verified_by_name ?? '-',
    receiver_role: ROLE_WORDS[verified_by_role],
    signatory: signatoryOf(school),
  };
}

/** The content of an accepted child's letter, as of this day; null while the child is not accepted. */
export function toLetterDocument(school: School, record: PrintedChild, today: string) {
  if (record.current_stage !== 'passed' && record.current_stage !== 'reenroll_required') return null;
  return {
    kind: 'letter' as const,
    school: schoolOf(school, record.jenjang),
    child: childOf(school, record),
    printed_on: today,
    signatory: signatoryOf(school),
  };
}

export type InvoiceDocument = ReturnType<typeof toInvoiceDocument>;
export type ReceiptDocument = NonNullable<ReturnType<typeof toReceiptDocument>>;
export type LetterDocument = NonNullable<ReturnType<typeof toLetterDocument>>;
/** One file: an invoice or several, each on a page of its own, a receipt, or a letter. */
export type BillingDocument =
  | { readonly kind: 'invoices'; readonly invoices: readonly [InvoiceDocument, ...InvoiceDocument[]] }
  | ReceiptDocument
  | LetterDocument;
export type DocumentSchool = ReceiptDocument['school'];
export type DocumentChild = ReceiptDocument['child'];
