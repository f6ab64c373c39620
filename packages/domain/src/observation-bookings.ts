import { FAMILY_MOVES, isTooLate } from './observation-slots.ts';
import type { PaymentStatus } from './registration-payments.ts';
import type { Stage } from './registration-stages.ts';
import type { Machine } from './transitions.ts';

/** The states of a place that a registration has in a slot. */
export const BOOKING_STATUSES = ['booked', 'moved', 'cancelled', 'attended', 'absent'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** Where a booking comes from: the family chose it, or staff gave it. */
export const BOOKING_SOURCES = ['family', 'staff'] as const;
export type BookingSource = (typeof BOOKING_SOURCES)[number];

interface BookingEdge {
  readonly from: BookingStatus | null;
  readonly to: BookingStatus;
  readonly by: BookingSource;
  /** The stages before, and the one after, of the registration in the same transaction. */
  readonly stage: readonly [from: readonly Stage[], to: Stage];
  /** Whether it counts as one of the moves that a family has. */
  readonly counts?: boolean;
  /** Whether it is open only on the day on which the first mark was made. */
  readonly sameDay?: boolean;
}

/** Every change of a booking with the stage that moves along. A booking that is moved has a new one after it. */
export const BOOKING_EDGES: readonly BookingEdge[] = [
  { from: null, to: 'booked', by: 'family', stage: [['registered', 'obs_not_attended'], 'obs_scheduled'] },
  {
    from: null,
    to: 'booked',
    by: 'staff',
    stage: [['registered', 'obs_scheduled', 'obs_not_attended'], 'obs_scheduled'],
  },
  { from: 'booked', to: 'moved', by: 'family', stage: [['obs_scheduled'], 'obs_scheduled'], counts: true },
  { from: 'booked', to: 'moved', by: 'staff', stage: [['obs_scheduled'], 'obs_scheduled'] },
  { from: 'booked', to: 'cancelled', by: 'family', stage: [['obs_scheduled'], 'registered'] },
  { from: 'booked', to: 'cancelled', by: 'staff', stage: [['obs_scheduled'], 'registered'] },
  { from: 'booked', to: 'attended', by: 'staff', stage: [['obs_scheduled'], 'obs_attended'] },
  { from: 'booked', to: 'absent', by: 'staff', stage: [['obs_scheduled'], 'obs_not_attended'] },
  {
    from: 'attended',
    to: 'absent',
    by: 'staff',
    sameDay: true,
    stage: [['obs_attended'], 'obs_not_attended'],
  },
  {
    from: 'absent',
    to: 'attended',
    by: 'staff',
    sameDay: true,
    stage: [['obs_not_attended'], 'obs_attended'],
  },
];

/** The same as a machine; `action` is the status that it leads to. */
export const BOOKING_MACHINE: Machine<BookingStatus> = {
  name: 'observation bookings',
  statuses: BOOKING_STATUSES,
  edges: BOOKING_EDGES.map(({ from, to, by, sameDay }) => ({
    from,
    to,
    action: to,
    by,
    ...(sameDay && { when: 'same_day' }),
  })),
};

/** What becomes of a live booking whose registration has moved on by hand, or has left. */
export function bookingAfter(stage: Stage): BookingStatus {
  const edge = BOOKING_EDGES.find(
    ({ from, to, by, stage: [, after] }) =>
      from === 'booked' && to !== 'moved' && by === 'staff' && after === stage,
  );
  return edge?.to ?? 'cancelled';
}

/** After how many missed slots only staff give another one. */
export const MISSES_MOST = 1;

interface Choosing {
  readonly current_stage: Stage;
  readonly payment_status: PaymentStatus;
  /** The slot that the registration has now. */
  readonly live: { readonly starts_at: Date; readonly moves: number } | null;
  /** How many slots it missed. */
  readonly missed: number;
}

/** Why a family chooses no slot now, or no other one, and gives its own not up; null where it may. */
export function choiceProblem(
  { current_stage, payment_status, live, missed }: Choosing,
  now: Date,
): 'fee_not_verified' | 'stage_not_allowed' | 'moves_used' | 'too_late' | null {
  if (payment_status !== 'verified') return 'fee_not_verified';
  const edge = BOOKING_EDGES.find(
    ({ from, by, stage: [before] }) =>
      by === 'family' && from === (live ? 'booked' : null) && before.includes(current_stage),
  );
  if (!edge || missed > MISSES_MOST) return 'stage_not_allowed';
  if (!live) return null;
  if (live.moves >= FAMILY_MOVES) return 'moves_used';
  return isTooLate(live.starts_at, now) ? 'too_late' : null;
}
