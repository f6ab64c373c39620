import type { InvoicePayment } from '@gerbang/contracts/invoice-payments';
import type { StaffInvoice } from '@gerbang/contracts/invoices';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { MoneyField } from '@gerbang/ui/money-field';
import { TextArea } from '@gerbang/ui/text-area';
import { FileField } from '@gerbang/web-kit/files/file-field.tsx';
import { FileView } from '@gerbang/web-kit/files/file-view.tsx';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { replacementProof } from '@gerbang/web-kit/files/kinds';
import { useUpload } from '@gerbang/web-kit/files/use-upload';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useId, useState } from 'react';
import { EditedOnly, usePaymentChanges } from './invoice-payments.api.ts';
import { dialogCopy as copy, REJECTION } from '../invoices/staff-invoices.copy.ts';

/** Why an amount does not fit an invoice with this much remaining (rupiah); undefined if it does. */
export function amountProblem(amount: number | null, remaining: number): string | undefined {
  if (amount === null || amount <= 0) return copy.amountMore;
  return amount > remaining ? copy.amountTooMuch(formatRupiah(remaining)) : undefined;
}

/** Verifies after a question, or rejects with a reason. */
export function VerifyDialogs({
  action,
  payment,
  onClose,
}: {
  action: 'verify' | 'reject';
  payment: InvoicePayment;
  onClose: () => void;
}) {
  const { send: verify, pending } = useDecision(usePaymentChanges().verify, {
    done: [copy.success, copy.verified],
    failed: copy.verifyFailed,
    failureText: (error) => refusalText(error, copy.verifyFailed),
    onClose,
  });
  const send = (reason?: string) =>
    verify({
      of: payment,
      body: { action, ...(reason === undefined ? {} : { rejection_reason: reason }) },
    });
  if (action === 'reject') {
    return <ReasonDialog {...REJECTION} pending={pending} onSend={send} onClose={onClose} />;
  }
  return (
    <AlertDialog
      destructive={false}
      title={copy.verifyTitle}
      confirmLabel={copy.verify}
      pendingLabel={copy.pending}
      pending={pending}
      onConfirm={() => send()}
      onCancel={onClose}
    >
      <p>{copy.verifyText}</p>
      <p>
        <strong>{formatRupiah(payment.amount_paid)}</strong>
      </p>
    </AlertDialog>
  );
}

/** What differs from the payment as it came; null = nothing. */
function changeOf(payment: InvoicePayment, amount: number, file: { url: string; name: string } | null) {
  const change = {
    ...(amount !== payment.amount_paid && { amount_paid: amount }),
    ...(file && { payment_evidence_url: file.url, payment_evidence_filename: file.name }),
  };
  return Object.keys(change).length === 0 ? null : change;
}

/** Corrects amount or proof and verifies in one go, or rejects with a reason. */
export function EditPaymentDialog({
  invoice,
  payment,
  onClose,
}: {
  invoice: StaffInvoice;
  payment: InvoicePayment;
  onClose: () => void;
}) {
  const id = useId();
  const [amount, setAmount] = useState<number | null>(payment.amount_paid);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const upload = useUpload(replacementProof, () => undefined);
  const changes = usePaymentChanges();
  const verify = useDecision(changes.verify, {
    done: [copy.success, copy.verified],
    failed: copy.verifyFailed,
    failureText: (error) => refusalText(error, copy.verifyFailed),
    onClose,
  });
  const edit = useDecision(changes.editAndVerify, {
    done: [copy.success, copy.edited],
    failed: copy.editFailed,
    failureText: (error) =>
      error instanceof EditedOnly ? copy.editedNotVerified : refusalText(error, copy.editFailedText),
    onClose,
    // What was saved is not to be saved again.
    onFailure: (error) => (error instanceof EditedOnly ? onClose() : undefined),
    onConflict: () => undefined,
  });
  const busy = upload.state.kind === 'preparing' || upload.state.kind === 'uploading';
  const pending = verify.pending || edit.pending;
  const problem = amountProblem(amount, invoice.remaining);

  const save = () => {
    setAsked(true);
    if (pending || busy || problem !== undefined || amount === null) {
      if (problem !== undefined) document.getElementById(`${id}-amount`)?.focus();
      return;
    }
    const file = upload.state.kind === 'uploaded' ? upload.state : null;
    edit.send({ of: payment, body: changeOf(payment, amount, file) });
  };
  const reject = () => {
    if (pending || reason.trim() === '') return;
    verify.send({ of: payment, body: { action: 'reject', rejection_reason: reason.trim() } });
  };
  return (
    <Dialog title={copy.editTitle} wide dismissable={false} onClose={onClose}>
      {payment.payment_evidence_url === null ? null : (
        <FileView url={payment.payment_evidence_url} name={payment.payment_evidence_filename} zoom />
      )}
      <MoneyField
        id={`${id}-amount`}
        label={copy.amount}
        error={asked ? problem : undefined}
        value={amount}
        onChange={setAmount}
      />
      <FileField id={`${id}-file`} error={undefined} optional upload={upload} />
      <FormActions
        label={copy.editSave}
        pending={edit.pending || busy}
        pendingLabel={busy ? upload.kind.texts.preparing : copy.pending}
        onClick={save}
        onCancel={onClose}
      />
      <TextArea
        label={copy.reason}
        hint={copy.rejectHint}
        optional
        maxLength={2000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <DialogActions>
        <Button
          variant="danger"
          disabled={reason.trim() === ''}
          pending={verify.pending}
          pendingLabel={copy.pending}
          onClick={reject}
        >
          {copy.reject}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
