import type { InvoiceStatus } from '@gerbang/domain/invoices';
import type { PaymentMethod } from '@gerbang/domain/invoice-payments';

/** The school as it stands at the head of every paper. */
export interface PaperSchool {
  readonly name: string;
  readonly unit: string;
  readonly contact: string;
}

/** Whom a paper concerns. */
export interface PaperChild {
  readonly child_name: string;
  readonly registration_number: string;
  readonly level: string;
  readonly academic_year: string;
  readonly guardian: string | null;
}

/** An invoice as its paper shows it; days are `YYYY-MM-DD`, amounts whole rupiah. */
export interface InvoicePaper {
  readonly kind: 'invoice';
  readonly school: PaperSchool;
  readonly child: PaperChild;
  readonly account: {
    readonly bank_name: string;
    readonly branch: string;
    readonly bank_code: string;
    readonly account_number: string;
    readonly owner: string;
  };
  readonly invoice_number: string;
  readonly installment_name: string;
  readonly payment_period: string;
  readonly issued_on: string;
  readonly due_date: string;
  readonly status: InvoiceStatus;
  readonly total_amount: number;
  readonly remaining: number;
  /** The verified payments, the oldest first. */
  readonly payments: readonly {
    readonly receipt_number: string;
    readonly payment_date: string;
    readonly payment_method: PaymentMethod;
    readonly amount_paid: number;
  }[];
  readonly printed_on: string;
}

/** A receipt as its paper shows it. */
export interface ReceiptPaper {
  readonly kind: 'receipt';
  readonly school: PaperSchool;
  readonly child: PaperChild;
  readonly receipt_number: string;
  readonly payer: string;
  readonly amount_paid: number;
  readonly payment_date: string;
  readonly payment_method: PaymentMethod;
  readonly invoice_number: string;
  readonly installment_name: string;
  readonly total_amount: number;
  /** What was still to be paid right after this payment. */
  readonly remaining_after: number;
  readonly verified_on: string;
  readonly receiver: string;
  readonly receiver_role: string;
}

export type Paper = InvoicePaper | ReceiptPaper;
