import { type InvoiceStatus, invoiceState } from './invoices.ts';

/** An invoice that can be paid, by its facts; amounts in whole rupiah, the day `YYYY-MM-DD`. */
export interface OpenInvoice {
  readonly invoice_id: string;
  readonly invoice_number: string;
  readonly installment_name: string;
  readonly child_name: string;
  readonly due_date: string;
  readonly total_amount: number;
  /** Sum of the verified payments. */
  readonly amount_paid: number;
  /** The newest payment was rejected. */
  readonly rejected: boolean;
}

interface NextPayment
  extends Pick<
    OpenInvoice,
    'invoice_id' | 'invoice_number' | 'installment_name' | 'child_name' | 'due_date'
  > {
  readonly remaining: number;
  readonly status: InvoiceStatus;
  readonly overdue: boolean;
}

/** What a family owes as its dashboard shows it. */
export interface FamilyDues {
  readonly next_payment: NextPayment | null;
  readonly outstanding: { readonly invoices: number; readonly amount: number };
}

/** The dues of a family on this Jakarta day, from its open invoices, the next due one first. */
export function familyDues(invoices: readonly OpenInvoice[], today: string): FamilyDues {
  const [next] = invoices;
  return {
    next_payment: next ? nextPayment(next, today) : null,
    outstanding: {
      invoices: invoices.length,
      amount: invoices.reduce((sum, { total_amount, amount_paid }) => sum + total_amount - amount_paid, 0),
    },
  };
}

function nextPayment(invoice: OpenInvoice, today: string): NextPayment {
  const { status, overdue, remaining } = invoiceState({ ...invoice, waiting: false }, today);
  const { invoice_id, invoice_number, installment_name, child_name, due_date } = invoice;
  return {
    invoice_id,
    invoice_number,
    installment_name,
    child_name,
    due_date,
    remaining,
    status,
    overdue,
  };
}
