import { jakartaDay } from './jakarta-time.ts';
import type { BookingStatus } from './observation-bookings.ts';

/** What becomes of a place on the day: the child came, or did not. */
export const PRESENCES = ['attended', 'absent'] as const satisfies readonly BookingStatus[];
export type Presence = (typeof PRESENCES)[number];

/** As a check-in list names them. */
export const PRESENCE_LABELS: Readonly<Record<Presence, string>> = {
  attended: 'Hadir',
  absent: 'Tidak hadir',
};

/** From an hour before a slot begins until seven days after that its children are checked in. */
export const checkInTimes = (starts_at: Date): { readonly from: Date; readonly until: Date } => ({
  from: new Date(starts_at.getTime() - 3_600_000),
  until: new Date(starts_at.getTime() + 7 * 86_400_000),
});

interface Place {
  readonly status: BookingStatus;
  readonly starts_at: Date;
  /** When it was marked, null before that. */
  readonly checked_in_at: Date | null;
}

/** Whether a place was marked already, so that another mark corrects the first. */
export const isCheckedIn = ({ status }: Pick<Place, 'status'>): boolean =>
  (PRESENCES as readonly BookingStatus[]).includes(status);

/** Why a place is not marked now, and a mark not corrected; null where it can be. A mark is put right on its own day. */
export function checkInProblem(
  place: Place,
  now: Date,
): 'not_booked' | 'too_early' | 'too_late' | 'other_day' | null {
  if (isCheckedIn(place)) {
    const marked = place.checked_in_at;
    return marked !== null && jakartaDay(marked) === jakartaDay(now) ? null : 'other_day';
  }
  if (place.status !== 'booked') return 'not_booked';
  const { from, until } = checkInTimes(place.starts_at);
  if (now < from) return 'too_early';
  return now < until ? null : 'too_late';
}
