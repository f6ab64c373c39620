import type { bookSlot as call } from '@gerbang/contracts/observation-slots';
import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { refuseStage } from '../registration-record/rules.ts';
import { staffRegistrationSteps } from '../registration-record/read-registration.ts';
import { choiceOf, holdBookings } from './bookings.repository.ts';
import { takeSlot } from './take-slot.ts';

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
    apply: async (step) => {
      const { live: had, moves } = await choiceOf(step.trx, id);
      if (had?.slot_id === slot_id) return null;
      refuseStage(step.present, 'obs_scheduled');
      const { attendees = null, needs = null } = had ?? {};
      await takeSlot(context, caller, step, { slot_id, by: 'staff', had, moves, attendees, needs });
      return slot_id;
    },
  });
}
