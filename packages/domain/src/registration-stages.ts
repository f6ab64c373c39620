import type { PaymentStatus } from './registration-payments.ts';
import { type Machine, next } from './transitions.ts';

/** Every stage of a registration in the order in which a family passes them. */
export const STAGES = [
  'registered',
  'obs_scheduled',
  'obs_attended',
  'obs_not_attended',
  'waiting_announcement',
  'obs_done',
  'waitlisted',
  'passed',
  'failed',
  'released',
  'withdrawn',
  'reenroll_required',
] as const;
export type Stage = (typeof STAGES)[number];

/** The stages that many schools never see, of limited seats and of families that leave: lists offer them once a registration has one. */
export const RARE_STAGES = ['waitlisted', 'released', 'withdrawn'] as const satisfies readonly Stage[];
export type RareStage = (typeof RARE_STAGES)[number];

/** Whether lists offer a stage only once a registration has it. */
export function isRareStage(stage: Stage): stage is RareStage {
  return (RARE_STAGES as readonly Stage[]).includes(stage);
}

/** The stages that staff can choose; the others come from published announcements or old data. */
export const SELECTABLE_STAGES = [
  'registered',
  'obs_scheduled',
  'obs_attended',
  'obs_not_attended',
  'waiting_announcement',
] as const satisfies readonly Stage[];
export type SelectableStage = (typeof SELECTABLE_STAGES)[number];

/** The stages that a list offers: the rare ones only where it counts registrations by them, or one is chosen. */
export function stagesIn(
  counts: Readonly<Partial<Record<Stage, number>>> | undefined,
  chosen?: string | null,
): Stage[] {
  return STAGES.filter((stage) => !isRareStage(stage) || counts?.[stage] !== undefined || stage === chosen);
}

/** Labels as a family reads them. */
export const STAGE_LABELS: Readonly<Record<Stage, string>> = {
  registered: 'Terdaftar',
  obs_scheduled: 'Observasi Dijadwalkan',
  obs_attended: 'Hadir Observasi',
  obs_not_attended: 'Tdk Hadir Observasi',
  waiting_announcement: 'Menunggu Pengumuman',
  obs_done: 'Observasi Selesai',
  waitlisted: 'Daftar Tunggu',
  passed: 'Diterima',
  failed: 'Ditolak',
  released: 'Kursi Dilepas',
  withdrawn: 'Mengundurkan Diri',
  reenroll_required: 'Perlu Daftar Ulang',
};

/** Labels as staff read them: results are named plainly. */
export const STAFF_STAGE_LABELS: Readonly<Record<Stage, string>> = {
  ...STAGE_LABELS,
  passed: 'Lulus',
  failed: 'Tidak Lulus',
};

/**
 * The stages of a registration. `staff` moves it by hand, `publication` of an announcement gives the result, `seats` follow
 * the offer of a seat and the waiting list, a `correction` puts a wrong result right, and a family leaves by itself
 * (`parent`) or by the `staff` that it asked, from each stage but a refusal. While the fee is not verified a registration only
 * stays `registered` or goes back to it, and ends; one that was verified may be owed again after the result. A `family` chooses its slot of the observation itself, and whether it came
 * (`presence`) is put right on the day; staff do neither by hand. A `continuation` of a child of the school without an observation
 * waits for its result at once.
 */
export const STAGE_MACHINE = {
  name: 'registration stages',
  statuses: STAGES,
  edges: [
    { from: null, to: 'registered', action: 'register', by: 'parent' },
    { from: 'registered', to: 'registered', action: 'change', by: 'staff' },
    { from: 'registered', to: 'obs_scheduled', action: 'change', by: 'staff', when: 'fee_verified' },
    { from: 'obs_scheduled', to: 'registered', action: 'change', by: 'staff' },
    { from: 'obs_scheduled', to: 'obs_scheduled', action: 'change', by: 'staff', when: 'fee_verified' },
    { from: 'obs_scheduled', to: 'obs_attended', action: 'change', by: 'staff', when: 'fee_verified' },
    { from: 'obs_scheduled', to: 'obs_not_attended', action: 'change', by: 'staff', when: 'fee_verified' },
    { from: 'obs_attended', to: 'obs_attended', action: 'change', by: 'staff', when: 'fee_verified' },
    { from: 'obs_attended', to: 'waiting_announcement', action: 'change', by: 'staff', when: 'fee_verified' },
    { from: 'obs_not_attended', to: 'obs_not_attended', action: 'change', by: 'staff', when: 'fee_verified' },
    { from: 'obs_not_attended', to: 'obs_scheduled', action: 'change', by: 'staff', when: 'fee_verified' },
    {
      from: 'waiting_announcement',
      to: 'waiting_announcement',
      action: 'change',
      by: 'staff',
      when: 'fee_verified',
    },
    {
      from: 'waiting_announcement',
      to: 'passed',
      action: 'publish',
      by: 'publication',
      when: 'fee_verified',
    },
    {
      from: 'waiting_announcement',
      to: 'failed',
      action: 'publish',
      by: 'publication',
      when: 'fee_verified',
    },
    {
      from: 'waiting_announcement',
      to: 'waitlisted',
      action: 'publish',
      by: 'publication',
      when: 'fee_verified',
    },
    { from: 'waitlisted', to: 'passed', action: 'promote', by: 'seats', when: 'fee_verified' },
    { from: 'waitlisted', to: 'released', action: 'withdraw', by: 'seats' },
    { from: 'waitlisted', to: 'failed', action: 'close_list', by: 'seats' },
    { from: 'passed', to: 'released', action: 'release', by: 'seats' },
    { from: 'passed', to: 'failed', action: 'correct', by: 'correction', when: 'fee_verified' },
    { from: 'passed', to: 'waitlisted', action: 'correct', by: 'correction', when: 'fee_verified' },
    { from: 'failed', to: 'passed', action: 'correct', by: 'correction', when: 'fee_verified' },
    { from: 'failed', to: 'waitlisted', action: 'correct', by: 'correction', when: 'fee_verified' },
    { from: 'waitlisted', to: 'failed', action: 'correct', by: 'correction', when: 'fee_verified' },
    { from: 'registered', to: 'obs_scheduled', action: 'choose', by: 'family', when: 'fee_verified' },
    { from: 'obs_not_attended', to: 'obs_scheduled', action: 'choose', by: 'family', when: 'fee_verified' },
    { from: 'obs_scheduled', to: 'obs_scheduled', action: 'choose', by: 'family', when: 'fee_verified' },
    { from: 'obs_scheduled', to: 'registered', action: 'choose', by: 'family', when: 'fee_verified' },
    { from: 'obs_attended', to: 'obs_not_attended', action: 'correct', by: 'presence', when: 'fee_verified' },
    { from: 'obs_not_attended', to: 'obs_attended', action: 'correct', by: 'presence', when: 'fee_verified' },
    {
      from: 'registered',
      to: 'waiting_announcement',
      action: 'continue',
      by: 'continuation',
      when: 'fee_verified',
    },
    { from: 'registered', to: 'withdrawn', action: 'leave', by: 'parent' },
    { from: 'registered', to: 'withdrawn', action: 'leave', by: 'staff' },
    { from: 'obs_scheduled', to: 'withdrawn', action: 'leave', by: 'parent' },
    { from: 'obs_scheduled', to: 'withdrawn', action: 'leave', by: 'staff' },
    { from: 'obs_attended', to: 'withdrawn', action: 'leave', by: 'parent' },
    { from: 'obs_attended', to: 'withdrawn', action: 'leave', by: 'staff' },
    { from: 'obs_not_attended', to: 'withdrawn', action: 'leave', by: 'parent' },
    { from: 'obs_not_attended', to: 'withdrawn', action: 'leave', by: 'staff' },
    { from: 'waiting_announcement', to: 'withdrawn', action: 'leave', by: 'parent' },
    { from: 'waiting_announcement', to: 'withdrawn', action: 'leave', by: 'staff' },
    { from: 'obs_done', to: 'withdrawn', action: 'leave', by: 'parent' },
    { from: 'obs_done', to: 'withdrawn', action: 'leave', by: 'staff' },
    { from: 'waitlisted', to: 'withdrawn', action: 'leave', by: 'parent' },
    { from: 'waitlisted', to: 'withdrawn', action: 'leave', by: 'staff' },
    { from: 'passed', to: 'withdrawn', action: 'leave', by: 'parent' },
    { from: 'passed', to: 'withdrawn', action: 'leave', by: 'staff' },
    { from: 'released', to: 'withdrawn', action: 'leave', by: 'parent' },
    { from: 'released', to: 'withdrawn', action: 'leave', by: 'staff' },
    { from: 'reenroll_required', to: 'withdrawn', action: 'leave', by: 'parent' },
    { from: 'reenroll_required', to: 'withdrawn', action: 'leave', by: 'staff' },
  ],
} as const satisfies Machine<Stage>;

/** The stages that staff may choose next, by hand or as presence: what the dialog offers and the service enforces. */
export function nextStages(
  from: Stage,
  feeVerified: boolean,
  by: 'staff' | 'presence' = 'staff',
): SelectableStage[] {
  const reached: readonly Stage[] = next(STAGE_MACHINE, from, {
    by,
    holds: feeVerified ? ['fee_verified'] : [],
  });
  return SELECTABLE_STAGES.filter((stage) => reached.includes(stage));
}

/** Whether the result is known, or nothing is awaited any more: from then on the fee stays as it is. */
export function hasResult(stage: Stage): boolean {
  return stage === 'passed' || stage === 'failed' || stage === 'reenroll_required' || isRareStage(stage);
}

/**
 * Whether a fee stays as it is. A proof that waits is decided all the same, of a family that left and of a fee that is owed
 * again after the result: the money may have come.
 */
export function isFeeFixed(stage: Stage, payment: PaymentStatus): boolean {
  return hasResult(stage) && payment !== 'paid';
}

/**
 * Whether a fee takes money: also after the result, where a verification was taken back. A family that left owes nothing, but
 * its proof that waits may still be settled.
 */
export function takesFee(stage: Stage, payment: PaymentStatus): boolean {
  return payment !== 'verified' && (stage !== 'withdrawn' || payment === 'paid');
}

const OBSERVED: readonly Stage[] = [
  'obs_attended',
  'waiting_announcement',
  'obs_done',
  'waitlisted',
  'passed',
  'failed',
  'released',
  'reenroll_required',
];

/** Whether the child's observation is known to have taken place. */
export function wasObserved(stage: Stage): boolean {
  return OBSERVED.includes(stage);
}

/** Whether the child is accepted, so that its re-enrolment may have begun. */
export function hasAcceptance(stage: Stage): boolean {
  return stage === 'passed' || stage === 'reenroll_required';
}
