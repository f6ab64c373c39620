import { closeSlot as call } from '@gerbang/contracts/check-ins';
import { momentText } from '@gerbang/domain/date-text';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { endBooking } from '../observation-slots/bookings.repository.ts';
import { lockWithFamilies } from '../observation-slots/lock-with-families.ts';
import { noSlot, paidOf, slotClosed } from '../observation-slots/slot-rules.ts';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { unmarkedOf } from './check-ins.repository.ts';
import { writePresence } from './write-presence.ts';

/** Marks every child of a slot that is not marked yet as absent, from the slot's start on, once for a key; another call finds none. */
export async function closeSlot(
  context: Context,
  caller: Caller,
  id: string,
): Promise<z.output<(typeof call)['response'][200]>> {
  let families: readonly LockedRegistration[] = [];
  const once = { route: call.id, body: { id } };
  return changeOnce(context, caller, once, {
    lock: async (trx) => {
      const locked = await lockWithFamilies(trx, id);
      families = locked.families;
      return locked.slot;
    },
    notFound: noSlot,
    expect: { actions: [], present: () => undefined },
    apply: async ({ trx, present }) => {
      if (present.cancelled_at !== null) throw slotClosed();
      const now = context.now();
      if (now < present.starts_at) {
        const from = momentText(present.starts_at);
        throw conflict('check_in_closed', `Daftar hadir dapat ditutup mulai ${from}.`);
      }
      if (families.length === 0) return null;
      const paid = paidOf(families);
      for (const booking of await unmarkedOf(trx, id)) await endBooking(trx, booking, 'absent', { at: now });
      const way = { slotId: id, to: 'absent', by: 'staff' } as const;
      await writePresence(context, trx, caller, paid, way);
      return families.length;
    },
    audit: ({ present: { starts_at, place } }, absent) => ({
      action: 'slot.closed',
      subject: id,
      details: { starts_at: starts_at.toISOString(), place, absent },
    }),
    view: (_step, absent) => ({ absent: absent ?? 0 }),
  });
}
