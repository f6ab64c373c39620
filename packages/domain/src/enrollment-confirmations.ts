import { edgeFor, type Machine } from './transitions.ts';

/** The states of a re-enrolment confirmation. */
export const CONFIRMATION_STATUSES = ['pending', 'submitted', 'processed', 'completed', 'declined'] as const;
export type ConfirmationStatus = (typeof CONFIRMATION_STATUSES)[number];

/** The states of a registration's enrolment. */
export const ENROLLMENT_STATUSES = ['pending', 'confirmed', 'payment_scheme_created', 'declined'] as const;
export type EnrollmentStatus = (typeof ENROLLMENT_STATUSES)[number];

/** How far the billing of a confirmation is. */
export const BILLING_STATUSES = ['pending', 'payment_scheme_created', 'invoice_generated'] as const;
export type BillingStatus = (typeof BILLING_STATUSES)[number];

export const PAYMENT_PREFERENCES = ['full', 'installment'] as const;
export type PaymentPreference = (typeof PAYMENT_PREFERENCES)[number];
export const CONTRIBUTION_TYPES = ['cash', 'goods'] as const;

/** Labels as a family reads them; without a confirmation it reads `NO_CONFIRMATION_LABEL`. */
export const CONFIRMATION_LABELS: Readonly<Record<ConfirmationStatus, string>> = {
  pending: 'Menunggu Review',
  submitted: 'Menunggu Review',
  processed: 'Sedang Berlangsung',
  completed: 'Selesai',
  declined: 'Ditolak',
};
export const NO_CONFIRMATION_LABEL = 'Belum Konfirmasi';

/** Labels on the staff's badges. */
export const STAFF_CONFIRMATION_LABELS: Readonly<Record<ConfirmationStatus, string>> = {
  pending: 'Menunggu',
  submitted: 'Disubmit',
  processed: 'Diproses',
  completed: 'Selesai',
  declined: 'Ditolak',
};

/** The parties that move a confirmation: its family, the staff, the last payment of its scheme, or a family's leaving that the school agreed to. */
export type ConfirmationActor = 'parent' | 'staff' | 'system' | 'withdrawal';

/** The confirmation of a re-enrolment; a family whose confirmation was declined can confirm again. */
export const CONFIRMATION_MACHINE = {
  name: 'enrollment confirmations',
  statuses: CONFIRMATION_STATUSES,
  edges: [
    { from: null, to: 'submitted', action: 'submit', by: 'parent' },
    { from: 'declined', to: 'submitted', action: 'submit', by: 'parent' },
    { from: 'pending', to: 'processed', action: 'process', by: 'staff' },
    { from: 'submitted', to: 'processed', action: 'process', by: 'staff' },
    { from: 'pending', to: 'declined', action: 'decline', by: 'staff' },
    { from: 'submitted', to: 'declined', action: 'decline', by: 'staff' },
    { from: 'processed', to: 'completed', action: 'complete', by: 'system' },
    { from: 'completed', to: 'processed', action: 'uncover', by: 'system' },
    { from: 'declined', to: 'submitted', action: 'reopen', by: 'staff' },
    { from: 'processed', to: 'submitted', action: 'void', by: 'staff' },
    { from: 'processed', to: 'declined', action: 'leave', by: 'withdrawal' },
    { from: 'completed', to: 'declined', action: 'leave', by: 'withdrawal' },
  ],
} as const satisfies Machine<ConfirmationStatus, string, ConfirmationActor>;

/** Whether this actor may take a confirmation from one state to another. */
export function mayMoveConfirmation(
  from: ConfirmationStatus | null,
  to: ConfirmationStatus,
  by: ConfirmationActor,
): boolean {
  return edgeFor(CONFIRMATION_MACHINE, from, { to, by }) !== undefined;
}

/** The state of the enrolment after each step. */
export const ENROLLMENT_AFTER = {
  submitted: 'pending',
  processed: 'confirmed',
  scheme_created: 'payment_scheme_created',
  declined: 'declined',
  completed: 'confirmed',
  payment_reversed: 'payment_scheme_created',
  reopened: 'pending',
  void: 'pending',
  scheme_revised: 'payment_scheme_created',
} as const satisfies Record<string, EnrollmentStatus>;

/** Whether child and registration are locked for the parent: from `processed` on. */
export function locksFamilyData(status: ConfirmationStatus): boolean {
  return status === 'processed' || status === 'completed';
}

/** The columns of a confirmation that the rules below need. */
export interface ConfirmationState {
  readonly status: ConfirmationStatus;
  readonly payment_status: BillingStatus;
}

/** Whether a payment scheme can be made: the confirmation is processed and has none. */
export function mayCreateScheme(state: ConfirmationState): boolean {
  return state.status === 'processed' && state.payment_status === 'pending';
}

/** Whether there is an invoice to show. */
export function hasInvoices(state: ConfirmationState): boolean {
  return state.payment_status === 'invoice_generated';
}

/** The four counters of the staff's list: Menunggu Konfirmasi, Terkonfirmasi, Skema Dibuat, Ditolak. */
export const CONFIRMATION_GROUPS = ['waiting', 'confirmed', 'scheme_created', 'declined'] as const;
export type ConfirmationGroup = (typeof CONFIRMATION_GROUPS)[number];

export const CONFIRMATION_GROUP_LABELS: Readonly<Record<ConfirmationGroup, string>> = {
  waiting: 'Menunggu Konfirmasi',
  confirmed: 'Terkonfirmasi',
  scheme_created: 'Skema Dibuat',
  declined: 'Ditolak',
};

/** The counter that includes a confirmation. */
export function confirmationGroup({ status, payment_status }: ConfirmationState): ConfirmationGroup {
  if (status === 'declined') return 'declined';
  if (status === 'pending' || status === 'submitted') return 'waiting';
  return payment_status === 'pending' ? 'confirmed' : 'scheme_created';
}
