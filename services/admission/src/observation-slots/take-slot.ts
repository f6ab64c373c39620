import type { BookingSource } from '@gerbang/domain/observation-bookings';
import type { LockedStep } from '@gerbang/service-kit/data/change-locked';
import { beforeCommit } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { beforeMove } from '../registration-record/moves.ts';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { stageMove } from '../registration-record/stages.repository.ts';
import { type BookingRow, leaveBooking, type OwnBooking, takePlace } from './bookings.repository.ts';
import { moveFamilies } from './move-families.ts';
import { whyNotTaken } from './slot-rules.ts';
import { roomIn, type SlotRow } from './slots.repository.ts';

interface Wanted extends Pick<BookingRow, 'slot_id' | 'moves' | 'attendees' | 'needs'> {
  readonly by: BookingSource;
  /** The booking that is given back for it. */
  readonly had: BookingRow | null;
}

/** A place as its family reads it. */
export type TakenPlace = Pick<
  OwnBooking,
  'slot_id' | 'starts_at' | 'ends_at' | 'place' | 'instructions' | 'attendees' | 'needs' | 'version'
>;

/**
 * Takes a place for a locked registration, never beyond the slot's places, and frees the one that it had. Many may want one
 * slot at the same moment, so its row is locked last, when all else is written; whoever then comes too late keeps nothing.
 * The bookings of the slot must be held (`holdBookings`), so that it stays as it is read.
 */
export async function takeSlot(
  context: Context,
  caller: Caller,
  { trx, present, actor }: LockedStep<LockedRegistration>,
  { by, had, ...booking }: Wanted,
): Promise<TakenPlace> {
  await beforeMove(context, trx, stageMove({ present, to: 'obs_scheduled', by }));
  const { slot_id } = booking;
  const now = context.now();
  const refused = () => whyNotTaken(trx, slot_id, present, now, by);
  const slot: SlotRow | undefined = await roomIn(trx, present, now, by).where({ id: slot_id }).first();
  if (!slot) throw await refused();
  if (had) await leaveBooking(trx, had, 'moved', { by });
  await moveFamilies(context, trx, caller, [present], { slot, cancelled: null, tell: true, by });
  const who = await actor();
  const wanted = { ...booking, registration_id: present.id, source: by, from: had?.slot_id ?? null };
  beforeCommit(trx, async () => {
    if (!(await takePlace(trx, wanted, present, now, who))) throw await refused();
  });
  return { ...slot, ...booking, version: 1 };
}
