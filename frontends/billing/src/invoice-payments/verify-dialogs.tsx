import type { InvoicePayment } from '@gerbang/contracts/billing.types';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { formatRupiah } from '@gerbang/web-kit/format';
import { staleOf, whoChanged } from '@gerbang/web-kit/stale';
import { useDecision, failureText } from '@gerbang/web-kit/use-decision';
import { ReasonDialog } from '@gerbang/web-kit/components/reason-dialog';
import { usePaymentChanges } from './invoice-payments.api.ts';
import { dialogCopy as copy } from '../invoices/staff-invoices.copy.ts';

/** Who changed the payment first, else the message of the server, else `fallback`. */
export function paymentFailure(error: unknown, fallback: string): string {
  const stale = staleOf(error);
  return stale ? whoChanged(stale) : failureText(error, fallback);
}

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
    failureText: (error) => paymentFailure(error, copy.verifyFailed),
    onClose,
  });
  const send = (reason?: string) =>
    verify({
      of: payment,
      body: { action, ...(reason === undefined ? {} : { rejection_reason: reason }) },
    });
  if (action === 'reject') {
    return (
      <ReasonDialog
        title={copy.rejectTitle}
        hint={copy.rejectHint}
        label={copy.reason}
        required={copy.reasonRequired}
        action={copy.reject}
        pending={pending}
        onSend={send}
        onClose={onClose}
      />
    );
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
