import type { Db } from '@gerbang/service-kit/data/database';
import {
  type LockedRegistration,
  lockRegistrations,
} from '../registration-record/registrations.repository.ts';
import { bookedIn, holdBookings } from './bookings.repository.ts';
import { lockSlot, type SlotRow } from './slots.repository.ts';

/** Locks a slot with all registrations that have a place in it; none can come meanwhile. */
export async function lockWithFamilies(
  trx: Db,
  id: string,
): Promise<{ readonly slot: SlotRow | undefined; readonly families: readonly LockedRegistration[] }> {
  await holdBookings(trx, id, true);
  const locked = await lockRegistrations(trx, await bookedIn(trx, id));
  const slot = await lockSlot(trx, id);
  // Some may have left while their lock was awaited.
  const booked = new Set(await bookedIn(trx, id));
  return { slot, families: locked.filter((one) => booked.has(one.id)) };
}
