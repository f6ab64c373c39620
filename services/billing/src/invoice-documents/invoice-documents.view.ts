import type { School } from '@gerbang/contracts/school';
import { invoiceState } from '@gerbang/domain/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { asksExactly } from '@gerbang/domain/payment-expectations';
import { accountFor } from '@gerbang/domain/school-accounts';
import { levelSentence } from '@gerbang/domain/level-words';
import { phoneText } from '@gerbang/domain/phone-text';
import { type ReceiptSize, STAMP_ABOVE } from '@gerbang/domain/papers';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import type { Context } from '../context.ts';
import type { PaperRecord } from '../papers/papers.repository.ts';
import { checkOf } from '../papers/papers.view.ts';
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
    exactly: asksExactly(school),
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

/** School and child as a paper's check tells of them, with the name of the child as it is now. */
function ofPaper(context: Pick<Context, 'school' | 'config'>, paper: PaperRecord, record: PrintedChild) {
  const { settings } = context.school;
  const { level, year, issuer } = paper.facts;
  return {
    school: { ...schoolOf(settings, record.jenjang), name: issuer },
    child: { ...childOf(settings, record), level, academic_year: year },
    signatory: signatoryOf(settings),
    check: checkOf(context, paper),
  };
}

const PAYER = 'Orang tua/wali';

/** The content of a verified payment's receipt; its figures are those of its paper. */
export function toReceiptDocument(
  context: Pick<Context, 'school' | 'config'>,
  record: PrintedReceipt,
  paper: PaperRecord,
) {
  const { verified_by_role } = record;
  const shared = ofPaper(context, paper, record);
  return {
    kind: 'receipt' as const,
    ...shared,
    receipt_number: paper.number,
    payer: record.account_name ?? shared.child.guardian ?? PAYER,
    amount_paid: record.amount_paid,
    stamped: record.amount_paid > STAMP_ABOVE,
    payment_date: record.payment_date,
    payment_method: record.payment_method,
    from_bank: record.bank_line_id !== null,
    surplus:
      record.surplus === null
        ? null
        : { amount: record.surplus, note: context.school.settings.texts.unique_note },
    invoice_number: record.invoice_number,
    installment_name: record.installment_name,
    total_amount: record.total_amount,
    /** What was still to be paid right after this payment. */
    remaining_after: record.total_amount - record.paid_so_far,
    verified_on: paper.issued_on,
    receiver: record.verified_by_name ?? '-',
    receiver_role: verified_by_role === null ? '' : ROLE_WORDS[verified_by_role],
  };
}

/** The content of the receipt of a registration fee. */
export function toFeeReceiptDocument(
  context: Pick<Context, 'school' | 'config'>,
  record: PrintedChild,
  paper: PaperRecord,
) {
  const { amount } = paper.facts;
  if (amount === null) throw new Error('a receipt has an amount');
  const shared = ofPaper(context, paper, record);
  return {
    kind: 'fee_receipt' as const,
    ...shared,
    receipt_number: paper.number,
    payer: shared.child.guardian ?? PAYER,
    amount,
    stamped: amount > STAMP_ABOVE,
    issued_on: paper.issued_on,
  };
}

/** The content of an accepted child's letter; its day is that of its issue. */
export function toLetterDocument(
  context: Pick<Context, 'school' | 'config'>,
  record: PrintedChild,
  paper: PaperRecord,
) {
  return {
    kind: 'letter' as const,
    ...ofPaper(context, paper, record),
    number: paper.number,
    issued_on: paper.issued_on,
  };
}

/** The content of the paper of money that went back; amounts in whole rupiah. */
export function toRefundDocument(
  context: Pick<Context, 'school' | 'config'>,
  record: PrintedChild,
  paper: PaperRecord,
  refund: {
    readonly lines: readonly { readonly label: string; readonly back: number }[];
    readonly deduct: number;
    readonly paid_on: string;
    readonly to: string;
  },
) {
  const { amount } = paper.facts;
  if (amount === null) throw new Error('a refund has an amount');
  return {
    kind: 'refund' as const,
    ...ofPaper(context, paper, record),
    number: paper.number,
    amount,
    ...refund,
  };
}

export type InvoiceDocument = ReturnType<typeof toInvoiceDocument>;
export type ReceiptDocument = ReturnType<typeof toReceiptDocument>;
export type FeeReceiptDocument = ReturnType<typeof toFeeReceiptDocument>;
export type LetterDocument = ReturnType<typeof toLetterDocument>;
export type RefundDocument = ReturnType<typeof toRefundDocument>;
/** One file: an invoice or several, each on a page of its own, a receipt, or a letter. */
export type BillingDocument =
  | { readonly kind: 'invoices'; readonly invoices: readonly [InvoiceDocument, ...InvoiceDocument[]] }
  | ((ReceiptDocument | FeeReceiptDocument) & { readonly size?: ReceiptSize })
  | LetterDocument
  | RefundDocument;
export type DocumentSchool = ReceiptDocument['school'];
export type DocumentCheck = ReceiptDocument['check'];
export type DocumentChild = ReceiptDocument['child'];
