/** The states of a payment of an invoice (admission workflow §4, "Invoice payment verification_status"). */
export const VERIFICATION_STATUSES = ['pending', 'verified', 'rejected'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const VERIFICATION_LABELS: Readonly<Record<VerificationStatus, string>> = {
  pending: 'Menunggu Verifikasi',
  verified: 'Terverifikasi',
  rejected: 'Ditolak',
};

export const PAYMENT_METHODS = ['transfer', 'cash'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const PAYMENT_METHOD_LABELS: Readonly<Record<PaymentMethod, string>> = {
  transfer: 'Transfer',
  cash: 'Tunai',
};

/** Who moves a payment: its family by sending it, or staff. */
export type InvoicePaymentActor = 'parent' | 'staff';

interface InvoicePaymentEdge {
  /** Null = there is none yet. */
  readonly from: VerificationStatus | null;
  readonly to: VerificationStatus;
  readonly actor: InvoicePaymentActor;
}

/**
 * Every change there is: once verified or rejected a payment stays as it is (admission workflow §4; authorization rows
 * E09, E10, E11, E15; reliability I8). `pending` to `pending` is the staff's edit.
 */
export const INVOICE_PAYMENT_EDGES: readonly InvoicePaymentEdge[] = [
  { from: null, to: 'pending', actor: 'parent' },
  { from: null, to: 'pending', actor: 'staff' },
  { from: null, to: 'verified', actor: 'staff' },
  { from: 'pending', to: 'pending', actor: 'staff' },
  { from: 'pending', to: 'verified', actor: 'staff' },
  { from: 'pending', to: 'rejected', actor: 'staff' },
];

/** Whether somebody may take a payment from one state to another. */
export function mayMoveInvoicePayment(
  from: VerificationStatus | null,
  to: VerificationStatus,
  actor: InvoicePaymentActor,
): boolean {
  return INVOICE_PAYMENT_EDGES.some((edge) => edge.from === from && edge.to === to && edge.actor === actor);
}
