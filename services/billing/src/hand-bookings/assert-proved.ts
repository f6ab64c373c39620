import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { assertFresh, isFresh } from '@gerbang/service-kit/http/fresh';
import type { Context } from '../context.ts';
import { lockBooker, sumBooked } from './hand-bookings.repository.ts';

/** What a person books by hand in an hour without a fresh proof; in rupiah. */
const UNPROVED_MOST = 10_000_000;
const HOUR_MS = 3_600_000;

/** Lets a person without a fresh proof book one thing at a time, so that none is missing in the sum; before every other lock. */
export async function beginBooking(trx: Db, caller: Caller): Promise<void> {
  if (!isFresh(caller)) await lockBooker(trx, caller.id);
}

/**
 * 403 `fresh_proof_required` where a person without a fresh proof would have booked more by hand in an hour than may pass
 * unproved: many small bookings are as much money as one large one. Call `beginBooking` first.
 */
export async function assertBooking(
  { now }: Pick<Context, 'now'>,
  trx: Db,
  caller: Caller,
  amount: number,
): Promise<void> {
  if (isFresh(caller)) return;
  const booked = await sumBooked(trx, caller.id, new Date(now().getTime() - HOUR_MS));
  if (booked + amount > UNPROVED_MOST) assertFresh(caller);
}
