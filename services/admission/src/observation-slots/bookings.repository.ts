import { BOOKING_MACHINE, bookingAfter, type BookingStatus } from '@gerbang/domain/observation-bookings';
import type { Stage } from '@gerbang/domain/registration-stages';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import type { SlotRow } from './slots.repository.ts';

/** A row of `observation_bookings`. */
export type BookingRow = Tables['observation_bookings'];

/**
 * Holds the bookings of a slot until the transaction ends, before its registrations are locked: a booking waits for a change of
 * the whole slot, and not for another booking. The rows of slots are locked after those of registrations.
 */
export async function holdBookings(trx: Db, slotId: string, whole: boolean): Promise<void> {
  const lock = whole ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await trx.raw(`select ${lock}(hashtextextended(?, 0))`, [`slot:${slotId}`]);
}

/** The registrations that have a place in a slot. */
export async function bookedIn(trx: Db, slotId: string): Promise<string[]> {
  return trx('observation_bookings')
    .where({ slot_id: slotId, status: 'booked' })
    .orderBy('registration_id')
    .pluck<string[]>('registration_id');
}

/** The place that a registration has now. */
export async function liveBooking(trx: Db, registrationId: string): Promise<BookingRow | undefined> {
  return trx('observation_bookings')
    .where({ registration_id: registrationId, status: 'booked' })
    .first<BookingRow | undefined>();
}

/** All places that a registration had, the oldest first. */
export async function bookingsOf(
  db: Db,
  registrationId: string,
): Promise<(BookingRow & Pick<SlotRow, 'starts_at' | 'ends_at' | 'place'>)[]> {
  return db('observation_bookings as b')
    .join('observation_slots as s', 's.id', 'b.slot_id')
    .where({ registration_id: registrationId })
    .orderBy(['b.created_at', 'b.id'])
    .select('b.*', 's.starts_at', 's.ends_at', 's.place');
}

/** Takes a place of a slot of this year and level; undefined where there is none to take. Staff need no open window. */
export async function takePlace(
  trx: Db,
  id: string,
  { academic_year, jenjang }: Pick<SlotRow, 'academic_year' | 'jenjang'>,
  now: Date,
): Promise<SlotRow | undefined> {
  const [slot] = await trx('observation_slots')
    .where({ id, academic_year, jenjang })
    .whereNull('cancelled_at')
    .where('ends_at', '>', now)
    .whereRaw('booked < capacity')
    .update({ booked: trx.raw('booked + 1'), version: trx.raw('version + 1'), updated_at: trx.fn.now() })
    .returning<SlotRow[]>('*');
  return slot;
}

/** Writes the place that staff gave a registration. */
export async function insertBooking(
  trx: Db,
  { slot_id, registration_id, moves }: Pick<BookingRow, 'slot_id' | 'registration_id' | 'moves'>,
  by: Actor,
): Promise<void> {
  assertEdge(BOOKING_MACHINE, null, { to: 'booked', by: 'staff' });
  await trx('observation_bookings').insert({
    id: uuidv7(),
    slot_id,
    registration_id,
    status: 'booked',
    source: 'staff',
    moves,
    by_id: by.id,
    by_name: by.name,
    by_role: by.role,
  });
}

/** Ends a live booking and gives its place back. */
export async function endBooking(
  trx: Db,
  { id, slot_id }: Pick<BookingRow, 'id' | 'slot_id'>,
  to: BookingStatus,
): Promise<void> {
  assertEdge(BOOKING_MACHINE, 'booked', { to, by: 'staff' });
  const ended = await trx('observation_bookings')
    .where({ id, status: 'booked' })
    .update({ status: to, version: trx.raw('version + 1'), updated_at: trx.fn.now() });
  if (ended !== 1) throw new Error('A booking of a locked registration changed');
  await trx('observation_slots')
    .where({ id: slot_id })
    .update({ booked: trx.raw('booked - 1'), version: trx.raw('version + 1'), updated_at: trx.fn.now() });
}

/** Cancels all bookings of a locked slot; its count is written with the slot. */
export async function cancelBookings(trx: Db, slotId: string): Promise<void> {
  await trx('observation_bookings')
    .where({ slot_id: slotId, status: 'booked' })
    .update({ status: 'cancelled', version: trx.raw('version + 1'), updated_at: trx.fn.now() });
}

// A date that was typed by hand is another appointment than the slot's.
const ASTRAY = `
  select b.id, b.slot_id, r.current_stage from observation_bookings b
  join registrations r on r.id = b.registration_id
  join observation_slots s on s.id = b.slot_id
  where b.registration_id = any(?) and b.status = 'booked' and not (
    r.current_stage = 'obs_scheduled' and r.observation_date = (s.starts_at at time zone 'Asia/Jakarta')::date
    and (select coalesce(e.observation_time = to_char(s.starts_at at time zone 'Asia/Jakarta', 'HH24:MI'), true)
      from registration_stages e where e.registration_id = r.id order by e.reached_at desc, e.id desc limit 1))
  order by b.slot_id`;

/** Ends the live bookings of these registrations whose stage or appointment is no longer that of their slot. */
export async function endAstray(trx: Db, registrationIds: readonly string[]): Promise<void> {
  const { rows } = await trx.raw(ASTRAY, [[...registrationIds]]);
  for (const row of rows as (Pick<BookingRow, 'id' | 'slot_id'> & { current_stage: Stage })[]) {
    await endBooking(trx, row, bookingAfter(row.current_stage));
  }
}

/** Gives back the places of registrations that are about to be erased. */
export async function endBookings(trx: Db, registrationIds: readonly string[]): Promise<void> {
  const live = await trx('observation_bookings')
    .whereIn('registration_id', registrationIds)
    .where({ status: 'booked' })
    .orderBy('slot_id')
    .select<Pick<BookingRow, 'id' | 'slot_id'>[]>('id', 'slot_id');
  for (const one of live) await endBooking(trx, one, 'cancelled');
}
