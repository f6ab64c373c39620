import { edgeFor } from './transitions.ts';
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

export const WITHDRAWAL_NOTE_MAX = 300;

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
    readonly asked_by: 'family' | 'staff';
    readonly created_at: Date;
    readonly objected_at: Date | null;
  },
  now: Date,
): boolean {
  const hours = (now.getTime() - made.created_at.getTime()) / HOUR_MS;
  return made.asked_by === 'staff' && made.objected_at === null && hours <= OBJECTION_HOURS;
}

/** Whether a family may leave by itself: until its re-enrolment is processed. */
export function mayLeave({ current_stage, locked }: RegistrationState): boolean {
  return !locked && edgeFor(STAGE_MACHINE, current_stage, { to: 'withdrawn', by: 'parent' }) !== undefined;
}
