/** The states of a re-enrolment confirmation (admission workflow §4, "Enrollment confirmation status"). */
export const CONFIRMATION_STATUSES = ['pending', 'submitted', 'processed', 'completed', 'declined'] as const;
export type ConfirmationStatus = (typeof CONFIRMATION_STATUSES)[number];

/** Where the enrolment of the registration stands (admission workflow §3). */
export const ENROLLMENT_STATUSES = ['pending', 'confirmed', 'payment_scheme_created', 'declined'] as const;
export type EnrollmentStatus = (typeof ENROLLMENT_STATUSES)[number];

/** How far the billing of a confirmation is (admission workflow §3). */
export const BILLING_STATUSES = ['pending', 'payment_scheme_created', 'invoice_generated'] as const;
export type BillingStatus = (typeof BILLING_STATUSES)[number];

export const PAYMENT_PREFERENCES = ['full', 'installment'] as const;
export type PaymentPreference = (typeof PAYMENT_PREFERENCES)[number];
export const CONTRIBUTION_TYPES = ['cash', 'goods'] as const;
export type ContributionType = (typeof CONTRIBUTION_TYPES)[number];

/** Labels as a family reads them; none at all is 'Belum Konfirmasi' (admission workflow §4; decisions for declined). */
export const CONFIRMATION_LABELS: Readonly<Record<ConfirmationStatus, string>> = {
  pending: 'Menunggu Review',
  submitted: 'Menunggu Review',
  processed: 'Sedang Berlangsung',
  completed: 'Selesai',
  declined: 'Ditolak',
};
export const NO_CONFIRMATION_LABEL = 'Belum Konfirmasi';

/** The same on the staff's badges (admission workflow §4). */
export const STAFF_CONFIRMATION_LABELS: Readonly<Record<ConfirmationStatus, string>> = {
  pending: 'Menunggu',
  submitted: 'Disubmit',
  processed: 'Diproses',
  completed: 'Selesai',
  declined: 'Ditolak',
};

/** Who moves a confirmation: its family, the staff, or the last payment of its scheme. */
export type ConfirmationActor = 'parent' | 'staff' | 'system';

interface ConfirmationEdge {
  /** Null = there is none yet. */
  readonly from: ConfirmationStatus | null;
  readonly to: ConfirmationStatus;
  readonly actor: ConfirmationActor;
}

/** Every change there is (admission workflow §4; decisions, Re-enrolment; authorization rows E03, E05). */
export const CONFIRMATION_EDGES: readonly ConfirmationEdge[] = [
  { from: null, to: 'submitted', actor: 'parent' },
  { from: 'declined', to: 'submitted', actor: 'parent' },
  { from: 'pending', to: 'processed', actor: 'staff' },
  { from: 'submitted', to: 'processed', actor: 'staff' },
  { from: 'pending', to: 'declined', actor: 'staff' },
  { from: 'submitted', to: 'declined', actor: 'staff' },
  { from: 'processed', to: 'completed', actor: 'system' },
];

/** Whether somebody may take a confirmation from one state to another. */
export function mayMoveConfirmation(
  from: ConfirmationStatus | null,
  to: ConfirmationStatus,
  actor: ConfirmationActor,
): boolean {
  return CONFIRMATION_EDGES.some((edge) => edge.from === from && edge.to === to && edge.actor === actor);
}

/** What becomes of the enrolment with each step (Precisions, Re-enrolment and invoices). */
export const ENROLLMENT_AFTER = {
  submitted: 'pending',
  processed: 'confirmed',
  scheme_created: 'payment_scheme_created',
  declined: 'declined',
  completed: 'confirmed',
} as const satisfies Record<string, EnrollmentStatus>;

/** Child and registration are locked for the parent from `processed` on (decisions, Family). */
export function locksFamilyData(status: ConfirmationStatus): boolean {
  return status === 'processed' || status === 'completed';
}

/** What the rules must know of a confirmation. */
export interface ConfirmationState {
  readonly status: ConfirmationStatus;
  readonly payment_status: BillingStatus;
}

/** A processed confirmation without a scheme offers 'Buat Skema Pembayaran' (admission workflow §4). */
export function mayCreateScheme(state: ConfirmationState): boolean {
  return state.status === 'processed' && state.payment_status === 'pending';
}

/** 'Invoice Tersedia' only when there is one (Precisions). */
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

/** The counter that a confirmation is counted by (Precisions: processed without scheme, with scheme). */
export function confirmationGroup({ status, payment_status }: ConfirmationState): ConfirmationGroup {
  if (status === 'declined') return 'declined';
  if (status === 'pending' || status === 'submitted') return 'waiting';
  return payment_status === 'pending' ? 'confirmed' : 'scheme_created';
}
