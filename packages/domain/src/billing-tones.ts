import type { ConfirmationStatus } from './enrollment-confirmations.ts';
import type { VerificationStatus } from './invoice-payments.ts';
import type { InvoiceStatus } from './invoices.ts';
import type { StatusTone, Viewer } from './status-tones.ts';

type Tones = readonly [parent: StatusTone, staff: StatusTone];

const CONFIRMATION_TONES: Readonly<Record<ConfirmationStatus, Tones>> = {
  pending: ['info', 'attention'],
  submitted: ['info', 'attention'],
  processed: ['info', 'info'],
  completed: ['success', 'success'],
  declined: ['attention', 'danger'],
};

const INVOICE_TONES: Readonly<Record<InvoiceStatus, Tones>> = {
  pending: ['neutral', 'neutral'],
  partially_paid: ['attention', 'info'],
  awaiting_verification: ['info', 'attention'],
  verified: ['success', 'success'],
  payment_rejected: ['danger', 'danger'],
  overdue: ['danger', 'danger'],
  void: ['neutral', 'neutral'],
};

const VERIFICATION_TONES: Readonly<Record<VerificationStatus, Tones>> = {
  pending: ['info', 'attention'],
  verified: ['success', 'success'],
  rejected: ['danger', 'danger'],
  reversed: ['neutral', 'neutral'],
};

const of = (tones: Tones, viewer: Viewer): StatusTone => tones[viewer === 'parent' ? 0 : 1];

/** The tone of a confirmation; null = there is none yet. */
export function confirmationTone(status: ConfirmationStatus | null, viewer: Viewer): StatusTone {
  return status === null ? 'neutral' : of(CONFIRMATION_TONES[status], viewer);
}

/** The tone of an invoice for its viewer. */
export function invoiceTone(status: InvoiceStatus, viewer: Viewer): StatusTone {
  return of(INVOICE_TONES[status], viewer);
}

/** The tone of a payment of an invoice: `attention` for the viewer who must act. */
export function verificationTone(status: VerificationStatus, viewer: Viewer): StatusTone {
  return of(VERIFICATION_TONES[status], viewer);
}
