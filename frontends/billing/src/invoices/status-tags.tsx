import { confirmationTone, invoiceTone, verificationTone } from '@gerbang/domain/billing-tones';
import {
  CONFIRMATION_LABELS,
  NO_CONFIRMATION_LABEL,
  STAFF_CONFIRMATION_LABELS,
  type ConfirmationStatus,
} from '@gerbang/domain/enrollment-confirmations';
import { VERIFICATION_LABELS, type VerificationStatus } from '@gerbang/domain/invoice-payments';
import { INVOICE_LABELS, type InvoiceStatus } from '@gerbang/domain/invoices';
import type { Viewer } from '@gerbang/domain/status-tones';
import { StatusTag } from '@gerbang/ui/status-tag';

/** The state of an invoice. */
export function InvoiceTag({ status, viewer }: { status: InvoiceStatus; viewer: Viewer }) {
  return <StatusTag tone={invoiceTone(status, viewer)}>{INVOICE_LABELS[status]}</StatusTag>;
}

/** The state of a payment of an invoice. */
export function VerificationTag({ status, viewer }: { status: VerificationStatus; viewer: Viewer }) {
  return <StatusTag tone={verificationTone(status, viewer)}>{VERIFICATION_LABELS[status]}</StatusTag>;
}

/** The state of a confirmation in the words of the viewer's role; null = no confirmation. */
export function ConfirmationTag({ status, viewer }: { status: ConfirmationStatus | null; viewer: Viewer }) {
  const labels = viewer === 'parent' ? CONFIRMATION_LABELS : STAFF_CONFIRMATION_LABELS;
  return (
    <StatusTag tone={confirmationTone(status, viewer)}>
      {status === null ? NO_CONFIRMATION_LABEL : labels[status]}
    </StatusTag>
  );
}
