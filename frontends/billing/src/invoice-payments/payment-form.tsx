import type { Invoice, InvoicePaymentCreation } from '@gerbang/contracts/billing.types';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { DatePicker } from '@gerbang/ui/date-picker';
import { Quiet } from '@gerbang/ui/layout';
import { MoneyField } from '@gerbang/ui/money-field';
import { TextField } from '@gerbang/ui/text-field';
import { DraftOffer } from '@gerbang/web-kit/components/draft-offer';
import { FormActions } from '@gerbang/web-kit/components/form-actions';
import { FileField } from '@gerbang/web-kit/components/files/file-field';
import { FormFrame } from '@gerbang/web-kit/components/form-frame';
import { useFamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { invoiceProof } from '@gerbang/web-kit/files/kinds';
import { useUpload } from '@gerbang/web-kit/files/use-upload';
import { z } from '@gerbang/web-kit/form';
import { useFormDraft } from '@gerbang/web-kit/use-form-draft';
import { formatRupiah } from '@gerbang/web-kit/format';
import { toastFailure } from '@gerbang/web-kit/toast';
import { useDecision, failureText, useRepeatKey } from '@gerbang/web-kit/use-decision';
import { type FormEvent, useState } from 'react';
import { usePay } from './invoice-payments.api.ts';
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
type PaymentValues = z.output<ReturnType<typeof paymentRules>>;

/** What the form begins with: all that remains, paid today in Jakarta, from the bank of the last payment. */
function startOf(invoice: Invoice, bank: string): PaymentValues {
  return {
    amount_paid: String(invoice.remaining),
    payment_date: jakartaDay(new Date()),
    bank_info: bank,
    payment_evidence_url: '',
  };
}

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

/** Amount, day, bank and proof of a payment. */
export function PaymentForm({
  invoice,
  bank,
  onClose,
}: {
  invoice: Invoice;
  bank: string;
  onClose: () => void;
}) {
  const [start] = useState(() => startOf(invoice, bank));
  const form = useFamilyForm(paymentRules(invoice.remaining), start);
  const upload = useUpload(invoiceProof, (url) => form.set('payment_evidence_url', url));
  const { draft, resume } = useFormDraft(form, {
    name: `invoice-payment-${invoice.id}`,
    keep: ['amount_paid', 'payment_date', 'bank_info'],
    upload,
  });
  const { pay, refresh } = usePay();
  const { send: decide } = useDecision(pay, {
    done: [copy.sent, copy.sentText],
    failed: copy.sendFailed,
    failureText: (error) => failureText(error, copy.sendFailedText),
    onClose: () => {
      draft.forget();
      onClose();
      void refresh();
    },
    onFailure: form.fail,
  });
  const keyOf = useRepeatKey();
  const proof = form.field('payment_evidence_url');
  const uploading = upload.state.kind === 'preparing' || upload.state.kind === 'uploading';

  const send = form.onSubmit((values) => {
    const name = upload.state.kind === 'uploaded' ? upload.state.name : null;
    const body = bodyOf(invoice, values, name);
    decide({ body, key: keyOf(body) });
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (uploading) {
      event.preventDefault();
      return;
    }
    if (form.values.payment_evidence_url === '') toastFailure(copy.proofTitle, copy.proofRequired);
    send(event);
  };

  return (
    <FormFrame
      form={form}
      kept="proof"
      onSubmit={submit}
      actions={
        <>
          <Quiet $small>{copy.afterSend}</Quiet>
          <FormActions
            label={copy.send}
            aria-disabled={uploading || undefined}
            pending={pay.isPending}
            pendingLabel={copy.sending}
            onCancel={() => (pay.isPending ? undefined : onClose())}
          />
        </>
      }
    >
      <DraftOffer draft={draft} onResume={resume} />
      <MoneyField
        {...form.money('amount_paid')}
        label={copy.amountPaid}
        hint={copy.amountHint(formatRupiah(invoice.remaining))}
      />
      <DatePicker {...form.choice('payment_date')} label={copy.date} latest={start.payment_date} />
      <TextField
        {...form.field('bank_info')}
        label={copy.bank}
        hint={copy.bankHint}
        optional
        autoComplete="off"
        maxLength={200}
      />
      <FileField id={proof.id} error={proof.error} upload={upload} />
    </FormFrame>
  );
}
