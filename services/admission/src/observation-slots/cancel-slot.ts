import { cancelSlot as call } from '@gerbang/contracts/observation-slots';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { cancelBookings } from './bookings.repository.ts';
import { lockWithFamilies } from './lock-with-families.ts';
import { moveFamilies } from './move-families.ts';
import { noSlot, SLOT_ACTIONS, slotClosed } from './slot-rules.ts';
import { freeAssessors, updateSlot } from './slots.repository.ts';
import { slotView } from './slots.view.ts';

/** Cancels a slot, once: its registrations wait for another appointment, and each family is told. */
export async function cancelSlot(
  context: Context,
  caller: Caller,
  id: string,
  { reason }: z.output<(typeof call)['body']>,
): Promise<z.output<(typeof call)['response'][200]>> {
  let families: readonly LockedRegistration[] = [];
  return changeOnce(
    context,
    caller,
    { route: call.id, body: { id, reason } },
    {
      lock: async (trx) => {
        const locked = await lockWithFamilies(trx, id);
        families = locked.families;
        return locked.slot;
      },
      notFound: noSlot,
      expect: { actions: SLOT_ACTIONS, present: ({ trx }) => slotView(trx, id) },
      apply: async ({ trx, present }) => {
        if (present.cancelled_at !== null) throw slotClosed();
        await cancelBookings(trx, id);
        await freeAssessors(trx, id);
        await updateSlot(trx, present, {
          cancelled_at: context.now(),
          cancel_reason: reason,
          booked: 0,
          sequence: present.sequence + 1,
        });
        if (families.length > 0)
          await moveFamilies(context, trx, caller, families, {
            slot: present,
            cancelled: reason,
            tell: true,
          });
        return families.length;
      },
      audit: ({ present }, told) => ({
        action: 'slot.cancelled',
        subject: id,
        details: { starts_at: present.starts_at.toISOString(), place: present.place, reason, told },
      }),
      view: (_step, told) => ({ told: told ?? 0 }),
    },
  );
}
