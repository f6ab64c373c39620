import type { BookingSource } from '@gerbang/domain/observation-bookings';
import type { LockedStep } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { beforeMove } from '../registration-record/moves.ts';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { stageMove } from '../registration-record/stages.repository.ts';
import { type BookingRow, endBooking, insertBooking, takePlace } from './bookings.repository.ts';
import { moveFamilies } from './move-families.ts';
import { whyNotTaken } from './slot-rules.ts';
import { lockSlots } from './slots.repository.ts';

interface Wanted extends Pick<BookingRow, 'slot_id' | 'moves' | 'attendees' | 'needs'> {
  readonly by: BookingSource;
  /** The booking that is given back for it. */
  readonly had: BookingRow | null;
}

/** Takes a place for a locked registration, never beyond the slot's places, and frees the one that it had last. */
export async function takeSlot(
  context: Context,
  caller: Caller,
  { trx, present, actor }: LockedStep<LockedRegistration>,
  { by, had, ...booking }: Wanted,
): Promise<void> {
  await beforeMove(context, trx, stageMove({ present, to: 'obs_scheduled', by }));
  const { slot_id } = booking;
  if (had) await lockSlots(trx, [slot_id, had.slot_id]);
  const now = context.now();
  const slot = await takePlace(trx, slot_id, present, now, by);
  if (!slot) throw await whyNotTaken(trx, slot_id, present, now, by);
  if (had) await endBooking(trx, had, 'moved', { by });
  await insertBooking(trx, { ...booking, registration_id: present.id, source: by }, await actor());
  await moveFamilies(context, trx, caller, [present], { slot, cancelled: null, tell: true, by });
}
