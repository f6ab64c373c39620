import { chooseSlot as call, type giveUpSlot as giveUpCall } from '@gerbang/contracts/slot-choices';
import { choiceProblem } from '@gerbang/domain/observation-bookings';
import { FAMILY_MOVES } from '@gerbang/domain/observation-slots';
import { changeLocked, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { ownRegistrationSteps } from '../registration-record/own-registration.ts';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { choiceOf, endBooking, holdBookings, noteVisit } from './bookings.repository.ts';
import { moveFamilies } from './move-families.ts';
import { toOwnBooking, WHY_NOT } from './own-bookings.view.ts';
import { sharedFileOf } from './slot-file.ts';
import { slotById } from './slots.repository.ts';
import { takeSlot } from './take-slot.ts';

const STALE = 'Data ini baru saja diubah orang lain. Muat ulang lalu coba lagi.';
const givenUp = (reason?: string | null) =>
  reason ? `Jadwal dilepas oleh keluarga: ${reason}` : 'Jadwal dilepas oleh keluarga.';

/** The bookings of a locked registration; 409 where its family may not change them now. */
async function choosing(context: Context, { trx, present }: LockedStep<LockedRegistration>) {
  const had = await choiceOf(trx, present.id);
  const why = choiceProblem({ ...present, ...had }, context.now());
  return {
    ...had,
    refuse: () => {
      if (why !== null) throw conflict(why, WHY_NOT[why]);
    },
  };
}

/** Gives a registration the slot that its family chose, or moves it, once for a key. The same slot keeps its place. */
export async function chooseSlot(
  context: Context,
  caller: Caller,
  id: string,
  body: z.output<(typeof call)['body']>,
): Promise<z.output<(typeof call)['response'][200]>> {
  const { lock, notFound, expect } = ownRegistrationSteps(context, caller, id);
  const { slot_id, attendees = null, needs = null, version } = body;
  return changeOnce(
    context,
    caller,
    { route: call.id, body: { id, ...body } },
    {
      notFound,
      expect,
      lock: async (trx) => {
        await holdBookings(trx, slot_id, false);
        return lock(trx);
      },
      apply: async (step) => {
        const { live, moves, refuse } = await choosing(context, step);
        if (version !== undefined && live && live.version !== version) throw conflict('stale', STALE);
        if (live?.slot_id === slot_id) {
          if (live.attendees !== attendees || live.needs !== needs)
            await noteVisit(step.trx, live, { attendees, needs });
          return null;
        }
        refuse();
        const wanted = { slot_id, moves: live ? moves + 1 : moves, attendees, needs };
        return takeSlot(context, caller, step, { ...wanted, by: 'family', had: live });
      },
      view: async ({ trx }, taken) => {
        const place = taken ?? (await choiceOf(trx, id)).live;
        if (!place) throw new Error('A booking was not written');
        const booking = toOwnBooking(place, context.school.settings.short_name);
        return {
          booking,
          ics_url: sharedFileOf(context, id),
          google_url: booking.google_url,
        };
      },
    },
  );
}

/** Gives the slot of an own registration back; it counts as a move. */
export async function giveUpSlot(
  context: Context,
  caller: Caller,
  id: string,
  { reason }: z.output<(typeof giveUpCall)['body']>,
): Promise<z.output<(typeof giveUpCall)['response'][200]>> {
  const { lock, notFound, expect } = ownRegistrationSteps(context, caller, id);
  return changeLocked(context.database, caller, {
    lock,
    notFound,
    expect,
    apply: async (step) => {
      const { live, refuse } = await choosing(context, step);
      if (!live) throw conflict('slot_closed', 'Anak ini belum punya jadwal observasi.');
      refuse();
      const { trx, present } = step;
      await endBooking(trx, live, 'cancelled', { by: 'family', counts: true });
      const slot = await slotById(trx, live.slot_id);
      if (!slot) throw new Error('The slot of a booking is gone');
      const way = { slot, cancelled: givenUp(reason), tell: false, by: 'family' } as const;
      await moveFamilies(context, trx, caller, [present], way);
      return live.slot_id;
    },
    view: async ({ trx }) => ({ moves_left: FAMILY_MOVES - (await choiceOf(trx, id)).moves }),
  });
}
