import type { Invoice, InvoicePaymentCreation } from '@gerbang/contracts/billing.types';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { z } from '@gerbang/web-kit/form';
import { formatRupiah } from '@gerbang/web-kit/format';
import { tagihanCopy as copy } from '../invoices/invoices-page.copy.ts';

/** The rules of the form with the specified messages. */
export function paymentRules(remaining: number) {
  return z.object({
    /** Digits only. */
    amount_paid: z.string().check(
      z.refine((digits) => Number(digits) > 0, copy.amountRequired),
      z.refine((digits) => Number(digits) <= remaining, copy.amountTooHigh(formatRupiah(remaining))),
    ),
    payment_date: z.string().check(
      z.minLength(1, copy.dateRequired),
      z.refine((day) => day <= jakartaDay(new Date()), copy.dateInFuture),
    ),
    bank_info: z.string().check(z.maxLength(200, 'Paling banyak 200 karakter')),
    payment_evidence_url: z.string().check(z.minLength(1, copy.proofRequired)),
  });
}
export type PaymentValues = z.output<ReturnType<typeof paymentRules>>;

/** What the form begins with: all that remains, paid today in Jakarta, from the bank of the last payment. */
export function startOf(invoice: Invoice, bank: string): PaymentValues {
  return {
    amount_paid: String(invoice.remaining),
    payment_date: jakartaDay(new Date()),
    bank_info: bank,
    payment_evidence_url: '',
  };
}

/** The body of a payment. */
export function bodyOf(
  invoice: Invoice,
  values: PaymentValues,
  fileName: string | null,
): InvoicePaymentCreation {
  const bank = values.bank_info.trim();
  return {
    enrollment_invoice_id: invoice.id,
    amount_paid: Number(values.amount_paid),
    payment_date: values.payment_date,
    ...(bank === '' ? {} : { bank_info: bank }),
    payment_evidence_url: values.payment_evidence_url,
    ...(fileName === null ? {} : { payment_evidence_filename: fileName }),
  };
}
