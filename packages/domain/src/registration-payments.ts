import { edgeFor, type Machine, next } from './transitions.ts';

/** The states of the registration fee. */
export const PAYMENT_STATUSES = ['pending', 'paid', 'verified', 'rejected'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_LABELS: Readonly<Record<PaymentStatus, string>> = {
  pending: 'Belum Bayar',
  paid: 'Menunggu Verifikasi',
  verified: 'Terverifikasi',
  rejected: 'Ditolak',
};

/** What moves the fee: the parent with a proof, staff with a proof on the family's behalf, staff who verify. */
export type PaymentCause = 'parent' | 'on_behalf' | 'verification';

/** The registration fee. What has been verified, the family can no longer change. */
export const PAYMENT_MACHINE = {
  name: 'registration payments',
  statuses: PAYMENT_STATUSES,
  edges: [
    { from: null, to: 'pending', action: 'register', by: 'parent' },
    { from: 'pending', to: 'paid', action: 'prove', by: 'parent' },
    { from: 'paid', to: 'paid', action: 'prove', by: 'parent' },
    { from: 'rejected', to: 'paid', action: 'prove', by: 'parent' },
    { from: 'paid', to: 'pending', action: 'withdraw', by: 'parent' },
    { from: 'rejected', to: 'pending', action: 'withdraw', by: 'parent' },
    { from: 'pending', to: 'paid', action: 'prove', by: 'on_behalf' },
    { from: 'paid', to: 'paid', action: 'prove', by: 'on_behalf' },
    { from: 'rejected', to: 'paid', action: 'prove', by: 'on_behalf' },
    { from: 'paid', to: 'verified', action: 'verify', by: 'verification' },
    { from: 'paid', to: 'rejected', action: 'reject', by: 'verification' },
    { from: 'verified', to: 'verified', action: 'verify', by: 'verification' },
    { from: 'verified', to: 'rejected', action: 'reject', by: 'verification' },
    { from: 'verified', to: 'paid', action: 'revert', by: 'verification' },
    { from: 'rejected', to: 'verified', action: 'verify', by: 'verification' },
    { from: 'rejected', to: 'rejected', action: 'reject', by: 'verification' },
    { from: 'rejected', to: 'paid', action: 'revert', by: 'verification' },
  ],
} as const satisfies Machine<PaymentStatus, string, PaymentCause>;

/** Whether the fee may go from one state to another for this cause. */
export function mayMovePayment(from: PaymentStatus, to: PaymentStatus, by: PaymentCause): boolean {
  return edgeFor(PAYMENT_MACHINE, from, { to, by }) !== undefined;
}

/** The states that the cause can reach from here, in the order of the list. */
export function nextPayments(from: PaymentStatus, by: PaymentCause): PaymentStatus[] {
  return next(PAYMENT_MACHINE, from, { by });
}
