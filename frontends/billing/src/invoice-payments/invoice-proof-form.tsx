import type { Invoice, InvoicePaymentCreation } from '@gerbang/contracts/billing.types';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { Button } from '@gerbang/ui/button';
import { DatePicker } from '@gerbang/ui/date-picker';
import { Quiet } from '@gerbang/ui/layout';
import { MoneyField } from '@gerbang/ui/money-field';
import { SaveBar } from '@gerbang/ui/save-bar';
import { TextField } from '@gerbang/ui/text-field';
import { FileField } from '@gerbang/web-kit/components/files/file-field';
import { FormFrame } from '@gerbang/web-kit/components/form-frame';
import { useFamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { invoiceProof } from '@gerbang/web-kit/files/kinds';
import { useUpload } from '@gerbang/web-kit/files/use-upload';
import { z } from '@gerbang/web-kit/form';
import { formatRupiah } from '@gerbang/web-kit/format';
import { earlierFile, useKeeping } from '@gerbang/web-kit/payment/use-kept-payment';
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
 * A payment as it is put together over both steps, kept on this device until it is sent. It begins with all that
 * remains, today in Jakarta, and the bank of the family's last payment.
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
  const form = useFamilyForm(paymentRules(invoice.remaining), {
    amount_paid: kept?.amount_paid ?? String(invoice.remaining),
    payment_date: kept?.payment_date ?? today,
    bank_info: kept?.bank_info ?? bank,
    payment_evidence_url: kept?.payment_evidence_url ?? '',
  });
  const [uploadedAt, setUploadedAt] = useState(kept?.uploaded_at ?? '');
  const onUrl = (url: string) => {
    form.set('payment_evidence_url', url);
    setUploadedAt(url === '' ? '' : String(Date.now()));
  };
  const upload = useUpload(invoiceProof, onUrl, earlierFile(kept));
  const fileName = upload.state.kind === 'uploaded' ? upload.state.name : null;
  const forget = useKeeping(userId, invoiceDraft(invoice.id), {
    ...form.values,
    payment_evidence_filename: fileName ?? '',
    uploaded_at: uploadedAt,
  });
  const { pay, refresh } = usePay();
  const { send } = useDecision(pay, {
    done: [copy.sent, copy.sentText],
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
  const uploading = upload.state.kind === 'preparing' || upload.state.kind === 'uploading';
  const submit = form.onSubmit((values) => {
    const body = bodyOf(invoice, values, fileName);
    send({ body, key: keyOf(body) });
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (uploading) {
      event.preventDefault();
      return;
    }
    if (form.values.payment_evidence_url === '') toastFailure(copy.proofTitle, copy.proofRequired);
    submit(event);
  };
  return { form, upload, uploading, pending: pay.isPending, onSubmit };
}

export type InvoiceProof = ReturnType<typeof useInvoiceProof>;

/** The second step: proof, amount, day and bank, and the button that sends them. */
export function InvoiceProofForm({
  proof: { form, upload, uploading, pending, onSubmit },
  invoice,
  onBack,
}: {
  proof: InvoiceProof;
  invoice: Invoice;
  onBack: () => void;
}) {
  const file = form.field('payment_evidence_url');
  const [today] = useState(() => jakartaDay(new Date()));
  return (
    <FormFrame
      form={form}
      onSubmit={onSubmit}
      actions={
        <>
          <Quiet $small>{copy.afterSend}</Quiet>
          <SaveBar>
            <Button variant="secondary" onClick={() => (pending ? undefined : onBack())}>
              {copy.back}
            </Button>
            <Button
              type="submit"
              aria-disabled={uploading || undefined}
              pending={pending}
              pendingLabel={copy.sending}
            >
              {copy.send}
            </Button>
          </SaveBar>
        </>
      }
    >
      <FileField id={file.id} error={file.error} upload={upload} />
      <MoneyField
        {...form.money('amount_paid')}
        label={copy.amountPaid}
        hint={copy.amountHint(formatRupiah(invoice.remaining))}
      />
      <DatePicker {...form.choice('payment_date')} label={copy.date} latest={today} />
      <TextField
        {...form.field('bank_info')}
        label={copy.bank}
        hint={copy.bankHint}
        optional
        autoComplete="off"
        maxLength={200}
      />
    </FormFrame>
  );
}
