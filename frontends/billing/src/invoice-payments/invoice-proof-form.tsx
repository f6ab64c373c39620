import type { Invoice } from '@gerbang/contracts/invoices';
import type { InvoicePaymentCreation } from '@gerbang/contracts/invoice-payments';
import { paymentDays } from '@gerbang/domain/invoice-payments';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { DatePicker } from '@gerbang/ui/date-picker';
import { MoneyField } from '@gerbang/ui/money-field';
import { TextField } from '@gerbang/ui/text-field';
import { invoiceProof } from '@gerbang/web-kit/files/kinds';
import { dayWithin } from '@gerbang/web-kit/forms/day-rule';
import { z } from '@gerbang/web-kit/forms/form';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { usePaymentProof } from '@gerbang/web-kit/payment/use-payment-proof';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { useDecision, failureText, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { type FormEvent, useState } from 'react';
import { usePay } from './invoice-payments.api.ts';
import { tagihanCopy as copy } from '../invoices/invoices-page.copy.ts';

/** A transfer for an invoice that was made then. */
const transferOf = (created_at: string) =>
  ({ method: 'transfer', invoiceMadeAt: new Date(created_at), now: new Date() }) as const;

/** The rules of the form with the specified messages. */
export function paymentRules({ remaining, created_at }: Pick<Invoice, 'remaining' | 'created_at'>) {
  return z.object({
    /** Digits only. */
    amount_paid: z.string().check(
      z.refine((digits) => Number(digits) > 0, copy.amountRequired),
      z.refine((digits) => Number(digits) <= remaining, copy.amountTooHigh(formatRupiah(remaining))),
    ),
    payment_date: z.string().check(
      z.minLength(1, copy.dateRequired),
      dayWithin(() => paymentDays(transferOf(created_at))),
    ),
    bank_info: z.string().check(z.maxLength(200, 'Paling banyak 200 karakter')),
    payment_evidence_url: z.string().check(z.minLength(1, copy.proofRequired)),
  });
}
type PaymentValues = z.output<ReturnType<typeof paymentRules>>;

/** The body of a payment. */
function bodyOf(invoice: Invoice, values: PaymentValues, fileName: string | null): InvoicePaymentCreation {
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

/** The name of the draft of an invoice's payment. */
export const invoiceDraft = (id: string) => `invoice-${id}`;

/**
 * A payment as it is put together over both steps. It begins with all that remains, today in Jakarta, and the bank of the
 * family's last payment.
 */
export function useInvoiceProof({
  userId,
  invoice,
  bank,
  kept,
  onSent,
}: {
  userId: string;
  invoice: Invoice;
  bank: string;
  /** What this device has kept of the form. */
  kept: Readonly<Record<string, string>> | null;
  onSent: () => void;
}) {
  const [today] = useState(() => jakartaDay(new Date()));
  const proof = usePaymentProof({
    userId,
    draft: invoiceDraft(invoice.id),
    kind: invoiceProof,
    rules: paymentRules(invoice),
    initial: { amount_paid: String(invoice.remaining), payment_date: today, bank_info: bank },
    kept,
  });
  const { form, fileName, forget } = proof;
  const { pay, refresh } = usePay();
  const { send } = useDecision(pay, {
    done: [copy.sent, copy.sentText],
    shown: true,
    failed: copy.sendFailed,
    failureText: (error) => failureText(error, copy.sendFailedText),
    onClose: () => {
      forget();
      onSent();
      void refresh();
    },
    onFailure: form.fail,
  });
  const keyOf = useRepeatKey();
  const submit = form.onSubmit((values) => {
    const body = bodyOf(invoice, values, fileName);
    send({ body, key: keyOf(body) });
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (form.values.payment_evidence_url === '') toastFailure(copy.proofTitle, copy.proofRequired);
    submit(event);
  };
  return { ...proof, pending: pay.isPending, onSubmit };
}

export type InvoiceProof = ReturnType<typeof useInvoiceProof>;

/** What is asked beside the proof: amount, day and bank. */
export function InvoiceProofFields({
  form,
  invoice,
  exactly,
}: {
  form: InvoiceProof['form'];
  invoice: Invoice;
  /** Whether the transfer was asked for with a small add, which is no part of the payment. */
  exactly: boolean;
}) {
  const [days] = useState(() => paymentDays(transferOf(invoice.created_at)));
  return (
    <>
      <MoneyField
        {...form.money('amount_paid')}
        label={copy.amountPaid}
        hint={[copy.amountHint(formatRupiah(invoice.remaining)), ...(exactly ? [copy.withoutAdd] : [])].join(
          ' ',
        )}
      />
      <DatePicker {...form.choice('payment_date')} label={copy.date} limits={days} />
      <TextField
        {...form.field('bank_info')}
        label={copy.bank}
        hint={copy.bankHint}
        optional
        autoComplete="off"
        maxLength={200}
      />
    </>
  );
}
