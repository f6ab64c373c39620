import { edgeFor, type Machine } from './transitions.ts';
import { type RegistrationState } from './registrations.ts';
import { STAGE_MACHINE } from './registration-stages.ts';

/** Why a registration ends before the school is reached, in the words of the list. */
export const WITHDRAWAL_REASONS = {
  moving: 'Pindah rumah',
  other_school: 'Diterima di sekolah lain',
  cost: 'Biaya',
  health: 'Kesehatan',
  school_ended: 'Diakhiri sekolah',
  other: 'Lainnya',
} as const;
export type WithdrawalReason = keyof typeof WITHDRAWAL_REASONS;

/** The reasons that a family chooses from: what the school ends is the school's to say. */
export const FAMILY_REASONS = [
  'moving',
  'other_school',
  'cost',
  'health',
  'other',
] as const satisfies readonly WithdrawalReason[];

/** Where a family's leaving stands: before its re-enrolment is processed it is done at once, afterwards the school decides. */
export const WITHDRAWAL_STATUSES = ['requested', 'done', 'refused', 'cancelled'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export const WITHDRAWAL_LABELS: Readonly<Record<WithdrawalStatus, string>> = {
  requested: 'Menunggu keputusan',
  done: 'Mundur',
  refused: 'Ditolak',
  cancelled: 'Dibatalkan keluarga',
};

/** A family that leaves, or asks for it: `parent` is the family, `staff` the person at the phone, `school` the one that decides. */
export const WITHDRAWAL_MACHINE = {
  name: 'withdrawals',
  statuses: WITHDRAWAL_STATUSES,
  edges: [
    { from: null, to: 'done', action: 'leave', by: 'parent' },
    { from: null, to: 'done', action: 'leave', by: 'staff' },
    { from: null, to: 'requested', action: 'ask', by: 'parent' },
    { from: null, to: 'requested', action: 'ask', by: 'staff' },
    { from: 'requested', to: 'cancelled', action: 'cancel', by: 'parent' },
    { from: 'requested', to: 'done', action: 'decide', by: 'school' },
    { from: 'requested', to: 'refused', action: 'decide', by: 'school' },
  ],
} as const satisfies Machine<WithdrawalStatus, string, 'parent' | 'staff' | 'school'>;

export const WITHDRAWAL_NOTE_MAX = 300;
/** The shortest and the longest reason of a decision. */
export const DECISION_MIN = 5;
export const DECISION_MAX = 300;

/** What staff check before they do it for a family on the phone, and how many of these at least. */
export const WITHDRAWAL_CHECKS = {
  called_back: 'Nomor keluarga ditelepon balik',
  birth_date: 'Tanggal lahir anak cocok',
  registration_number: 'Nomor pendaftaran cocok',
} as const;
export type WithdrawalCheck = keyof typeof WITHDRAWAL_CHECKS;
export const CHECKS_NEEDED = 2;

/** How long a family may say that it did not ask the school for this. */
export const OBJECTION_HOURS = 72;
const HOUR_MS = 3_600_000;
export const OBJECTION_MAX = 500;

/** Whether a family may still say that it did not ask for what staff did. */
export function mayObject(
  made: {
    readonly status: WithdrawalStatus;
    readonly asked_by: 'family' | 'staff';
    readonly created_at: Date;
    readonly decided_at: Date | null;
    readonly objected_at: Date | null;
  },
  now: Date,
): boolean {
  const since = made.decided_at ?? made.created_at;
  const hours = (now.getTime() - since.getTime()) / HOUR_MS;
  const isOpen = made.status === 'done' && made.objected_at === null;
  return isOpen && made.asked_by === 'staff' && hours <= OBJECTION_HOURS;
}

/** How a registration can end now: at once until its re-enrolment is processed, by a request afterwards, or not any more. */
export function wayOut({ current_stage, locked }: RegistrationState): 'done' | 'request' | 'no' {
  if (!edgeFor(STAGE_MACHINE, current_stage, { to: 'withdrawn', by: 'parent' })) return 'no';
  return locked ? 'request' : 'done';
}
