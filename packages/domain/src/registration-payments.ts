/** The states of the registration fee (admission workflow §4, "Registration payment_status"). */
export const PAYMENT_STATUSES = ['pending', 'paid', 'verified', 'rejected'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_LABELS: Readonly<Record<PaymentStatus, string>> = {
  pending: 'Belum Bayar',
  paid: 'Menunggu Verifikasi',
  verified: 'Terverifikasi',
  rejected: 'Ditolak',
};

/** Who moves the fee: the parent with a proof, staff with a proof on behalf, staff who verify. */
export type PaymentCause = 'parent' | 'on_behalf' | 'verification';

interface PaymentEdge {
  readonly from: PaymentStatus;
  readonly to: PaymentStatus;
  readonly cause: PaymentCause;
}

/** Every change there is (admission workflow §4; authorization rows C13, C18, C19). */
export const PAYMENT_EDGES: readonly PaymentEdge[] = [
  { from: 'pending', to: 'paid', cause: 'parent' },
  { from: 'paid', to: 'paid', cause: 'parent' },
  { from: 'rejected', to: 'paid', cause: 'parent' },
  { from: 'paid', to: 'pending', cause: 'parent' },
  { from: 'rejected', to: 'pending', cause: 'parent' },
  { from: 'pending', to: 'paid', cause: 'on_behalf' },
  { from: 'paid', to: 'paid', cause: 'on_behalf' },
  { from: 'rejected', to: 'paid', cause: 'on_behalf' },
  { from: 'paid', to: 'verified', cause: 'verification' },
  { from: 'paid', to: 'rejected', cause: 'verification' },
  { from: 'verified', to: 'verified', cause: 'verification' },
  { from: 'verified', to: 'rejected', cause: 'verification' },
  { from: 'verified', to: 'paid', cause: 'verification' },
  { from: 'rejected', to: 'verified', cause: 'verification' },
  { from: 'rejected', to: 'rejected', cause: 'verification' },
  { from: 'rejected', to: 'paid', cause: 'verification' },
];

/** Whether the fee may go from one state to another for this cause. */
export function mayMovePayment(from: PaymentStatus, to: PaymentStatus, cause: PaymentCause): boolean {
  return PAYMENT_EDGES.some((edge) => edge.from === from && edge.to === to && edge.cause === cause);
}

/** The states that the cause can reach from here, in the order of the list. */
export function nextPayments(from: PaymentStatus, cause: PaymentCause): PaymentStatus[] {
  return PAYMENT_STATUSES.filter((to) => mayMovePayment(from, to, cause));
}
