import type { bookSlot as call } from '@gerbang/contracts/observation-slots';
import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { beforeMove } from '../registration-record/moves.ts';
import { refuseStage } from '../registration-record/rules.ts';
import { stageMove } from '../registration-record/stages.repository.ts';
import { staffRegistrationSteps } from '../staff-registrations/read-registration.ts';
import { endBooking, holdBookings, insertBooking, liveBooking, takePlace } from './bookings.repository.ts';
import { moveFamilies } from './move-families.ts';
import { whyNotTaken } from './slot-rules.ts';
import { lockSlots } from './slots.repository.ts';

/**
 * Gives a registration a place, or moves it to another slot, until the slot's end and never beyond its places. The one it
 * had is freed last. The same slot again changes nothing.
 */
export async function bookSlot(
  context: Context,
  caller: Caller,
  id: string,
  { slot_id }: z.output<(typeof call)['body']>,
): Promise<StaffRegistration> {
  const { lock, ...steps } = staffRegistrationSteps(context, caller, id);
  return changeLocked(context.database, caller, {
    ...steps,
    lock: async (trx) => {
      await holdBookings(trx, slot_id, false);
      return lock(trx);
    },
    apply: async ({ trx, present, actor }) => {
      const had = await liveBooking(trx, id);
      if (had?.slot_id === slot_id) return null;
      refuseStage(present, 'obs_scheduled');
      await beforeMove(context, trx, stageMove({ present, to: 'obs_scheduled', by: 'staff' }));
      if (had) await lockSlots(trx, [slot_id, had.slot_id]);
      const now = context.now();
      const slot = await takePlace(trx, slot_id, present, now);
      if (!slot) throw await whyNotTaken(trx, slot_id, present, now);
      if (had) await endBooking(trx, had, 'moved');
      const made = { slot_id, registration_id: id, moves: had?.moves ?? 0 };
      await insertBooking(trx, made, await actor());
      await moveFamilies(context, trx, caller, [present], { slot, cancelled: null, tell: true });
      return made;
    },
  });
}
