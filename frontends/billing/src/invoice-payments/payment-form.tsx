import type { Invoice } from '@gerbang/contracts/billing.types';
import { Button } from '@gerbang/ui/button';
import { DatePicker } from '@gerbang/ui/date-picker';
import { DialogActions } from '@gerbang/ui/dialog';
import { Quiet } from '@gerbang/ui/layout';
import { MoneyField } from '@gerbang/ui/money-field';
import { TextField } from '@gerbang/ui/text-field';
import { failureText } from '@gerbang/web-kit/failure-text';
import { useFamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { FileField } from '@gerbang/web-kit/components/files/file-field';
import { invoiceProof } from '@gerbang/web-kit/files/kinds';
import { useUpload } from '@gerbang/web-kit/files/use-upload';
import { FormFrame } from '@gerbang/web-kit/components/form-frame';
import { formatRupiah } from '@gerbang/web-kit/format';
import { useRepeatKey } from '@gerbang/web-kit/repeat-key';
import { toastFailure } from '@gerbang/web-kit/toast';
import { useDecision } from '@gerbang/web-kit/use-decision';
import { useState, type FormEvent } from 'react';
import { bodyOf, paymentRules, startOf } from './payment-values.ts';
import { usePay } from './invoice-payments.api.ts';
import { tagihanCopy as copy } from '../invoices/invoices-page.copy.ts';

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
  const { pay, refresh } = usePay();
  const { send: decide } = useDecision(pay, {
    done: [copy.sent, copy.sentText],
    failed: copy.sendFailed,
    failureText: (error) => failureText(error, copy.sendFailedText),
    onClose: () => {
      onClose();
      void refresh();
    },
    onFailure: form.fail,
  });
  const keyOf = useRepeatKey();
  const { value: amount, ...amountField } = form.choice('amount_paid');
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
      onSubmit={submit}
      actions={
        <>
          <Quiet $small>{copy.afterSend}</Quiet>
          <DialogActions>
            <Button variant="secondary" onClick={() => (pay.isPending ? undefined : onClose())}>
              {copy.cancel}
            </Button>
            <Button
              type="submit"
              aria-disabled={uploading || undefined}
              pending={pay.isPending}
              pendingLabel={copy.sending}
            >
              {copy.send}
            </Button>
          </DialogActions>
        </>
      }
    >
      <MoneyField
        id={amountField.id}
        error={amountField.error}
        label={copy.amountPaid}
        hint={copy.amountHint(formatRupiah(invoice.remaining))}
        value={amount === '' ? null : Number(amount)}
        onChange={(value) => amountField.onChange(value === null ? '' : String(value))}
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
