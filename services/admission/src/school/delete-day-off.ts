import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { notFound } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { removeDayOff } from './school-days.repository.ts';

/**
 * Deletes a day off; 404 where there is none, also for the second of two callers. A day that holds bookings will be refused
 * here (409 `slots_on_day` with their count) once something can be booked.
 */
export async function deleteDayOff(context: Context, caller: Caller, id: string): Promise<void> {
  await context.database.transaction(async (trx) => {
    const removed = await removeDayOff(trx, id);
    if (!removed) throw notFound('Hari libur tidak ditemukan');
    const { day, name, kind } = removed;
    await audit(trx, {
      action: 'day_off.deleted',
      actor: await actorOf(trx, caller),
      subject: id,
      details: { day, name, kind },
      origin: caller.origin,
    });
  });
}
