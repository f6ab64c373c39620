import type { Role } from './roles.ts';
import { inJakarta, jakartaDay } from './jakarta-time.ts';
import { addDays, startOf } from './reports.ts';

/** How long a slot is, in minutes. */
export const SLOT_MINUTES = { least: 10, most: 240 } as const;
export const SLOT_CAPACITY_MAX = 40;
export const SLOT_PLACE_MAX = 80;
export const SLOT_INSTRUCTIONS_MAX = 500;
export const SLOT_REASON_MAX = 200;
/** How many slots one call makes. */
export const SLOTS_AT_ONCE = 200;
/** How many days of the calendar one call reads. */
export const CALENDAR_DAYS = 62;

/** How often a family moves its slot, and how many hours before it that ends. */
export const FAMILY_MOVES = 2;
export const CUTOFF_HOURS = 24;
export const NEEDS_MAX = 200;

/** How many days before its slot a family is reminded, and from which time of that day on. */
export const REMINDERS = [
  { days: 3, from: '09:00' },
  { days: 1, from: '18:00' },
] as const;

/** The people who come along with the child. */
export const ATTENDEES = { both: 'Ayah dan ibu', father: 'Ayah', mother: 'Ibu', guardian: 'Wali' } as const;
export type Attendees = keyof typeof ATTENDEES;

/** Whether a family can no longer move or give up its slot. */
export const isTooLate = (starts_at: Date, now: Date): boolean =>
  starts_at.getTime() - now.getTime() < CUTOFF_HOURS * 3_600_000;

/** The roles whose people observe children. */
export const ASSESSOR_ROLES = [
  'staff_pendidikan',
  'manager_pendidikan',
  'admin',
] as const satisfies readonly Role[];

interface Times {
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly closes_at: Date;
}

/** What is wrong with the times of a slot, at its field; null where nothing is. */
export function slotTimesProblem(
  { starts_at, ends_at, closes_at }: Times,
  now: Date,
): { readonly path: 'starts_at' | 'ends_at' | 'closes_at'; readonly message: string } | null {
  const minutes = (ends_at.getTime() - starts_at.getTime()) / 60_000;
  if (minutes < SLOT_MINUTES.least || minutes > SLOT_MINUTES.most) {
    const { least, most } = SLOT_MINUTES;
    return {
      path: 'ends_at',
      message: `Lamanya ${least} sampai ${most} menit. Periksa jam mulai dan selesai.`,
    };
  }
  if (starts_at <= now)
    return { path: 'starts_at', message: 'Waktunya sudah lewat. Pilih waktu sesudah ini.' };
  if (closes_at <= starts_at) return null;
  return { path: 'closes_at', message: 'Pilihan ditutup paling lambat saat jadwal dimulai.' };
}

/** A slot as the history of a registration has it: day, time and place. */
export function appointmentOf({ starts_at, place }: { readonly starts_at: Date; readonly place: string }) {
  return { day: jakartaDay(starts_at), time: inJakarta(starts_at).slice(11, 16), place };
}

/** The times of so many slots as long as the first, each beginning when the one before ends. */
export function slotsInARow(first: Date, end: Date, count: number) {
  const length = end.getTime() - first.getTime();
  return Array.from({ length: count }, (_, n) => ({
    starts_at: new Date(first.getTime() + n * length).toISOString(),
    ends_at: new Date(first.getTime() + (n + 1) * length).toISOString(),
  }));
}

/** The seven days of the week of a day, from Monday on. */
export function weekOf(day: string): string[] {
  const monday = startOf('week', day);
  return Array.from({ length: 7 }, (_, n) => addDays(monday, n));
}
