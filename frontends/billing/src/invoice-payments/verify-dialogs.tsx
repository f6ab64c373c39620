import type { InvoicePayment } from '@gerbang/contracts/billing.types';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { failureText } from '@gerbang/web-kit/failure-text';
import { formatRupiah } from '@gerbang/web-kit/format';
import { staleOf, whoChanged } from '@gerbang/web-kit/stale';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { ReasonDialog } from '@gerbang/web-kit/components/reason-dialog';
import { usePaymentChanges } from '../invoices/staff-invoices.api.ts';
import { dialogCopy as copy } from '../invoices/staff-invoices.copy.ts';

/** What went wrong in the words of who must understand it: who was faster, else what the server says. */
export function paymentFailure(error: unknown, fallback: string): string {
  const stale = staleOf(error);
  return stale ? whoChanged(stale) : failureText(error, fallback);
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
  const { verify } = usePaymentChanges();
  const send = (reason?: string) => {
    if (verify.isPending) return;
    verify.mutate(
      {
        of: payment,
        body: { action, ...(reason === undefined ? {} : { rejection_reason: reason }) },
      },
      {
        onSuccess: () => toast(copy.success, copy.verified),
        onError: (error) => toastFailure(copy.verifyFailed, paymentFailure(error, copy.verifyFailed)),
        onSettled: onClose,
      },
    );
  };
  if (action === 'reject') {
    return (
      <ReasonDialog
        title={copy.rejectTitle}
        hint={copy.rejectHint}
        label={copy.reason}
        required={copy.reasonRequired}
        action={copy.reject}
        pending={verify.isPending}
        onSend={send}
        onClose={onClose}
      />
    );
  }
  return (
    <AlertDialog
      isOpen
      destructive={false}
      title={copy.verifyTitle}
      confirmLabel={copy.verify}
      pendingLabel={copy.pending}
      pending={verify.isPending}
      cancelLabel={copy.cancel}
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
