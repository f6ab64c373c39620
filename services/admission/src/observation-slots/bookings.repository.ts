import { isCheckedIn, type Presence } from '@gerbang/domain/check-ins';
import {
  BOOKING_MACHINE,
  bookingAfter,
  type BookingSource,
  type BookingStatus,
} from '@gerbang/domain/observation-bookings';
import type { Stage } from '@gerbang/domain/registration-stages';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { lockSlots, roomIn, type SlotRow } from './slots.repository.ts';

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

/** The slot that a registration has or last had, how often its family moved by then, and how many slots it missed. */
export async function choiceOf(
  db: Db,
  registrationId: string,
): Promise<{ readonly live: OwnBooking | null; readonly moves: number; readonly missed: number }> {
  const all = await bookingsOf(db, registrationId);
  return {
    live: all.find(({ status }) => status === 'booked') ?? null,
    moves: all.at(-1)?.moves ?? 0,
    missed: all.filter(({ status }) => status === 'absent').length,
  };
}

/** Writes what a family says about its visit. */
export async function noteVisit(
  trx: Db,
  { id, version }: Pick<BookingRow, 'id' | 'version'>,
  visit: Pick<BookingRow, 'attendees' | 'needs'>,
): Promise<void> {
  const written = await trx('observation_bookings')
    .where({ id, version })
    .update({ ...visit, version: version + 1, updated_at: trx.fn.now() });
  if (written !== 1) throw new Error('A booking of a locked registration changed');
}

/** Lets the families of a slot be reminded anew, because its day changed. */
export async function forgetReminders(trx: Db, slotId: string): Promise<void> {
  await trx('observation_bookings')
    .where({ slot_id: slotId, status: 'booked' })
    .update({ reminded_on: null });
}

/** A booking with the slot that it is in. */
export type OwnBooking = BookingRow & Pick<SlotRow, 'starts_at' | 'ends_at' | 'place' | 'instructions'>;

/** All places that a registration had, the oldest first. */
export async function bookingsOf(db: Db, registrationId: string): Promise<OwnBooking[]> {
  return db('observation_bookings as b')
    .join('observation_slots as s', 's.id', 'b.slot_id')
    .where({ registration_id: registrationId })
    .orderBy(['b.created_at', 'b.id'])
    .select('b.*', 's.starts_at', 's.ends_at', 's.place', 's.instructions');
}

const BOOKING = `id, slot_id, registration_id, status, source, moves, attendees, needs, by_id, by_name, by_role`;
const changed = (trx: Db) => ({ version: trx.raw('version + 1'), updated_at: trx.fn.now() });

/** The place that a family chose or staff gave. */
export interface Wanted
  extends Pick<BookingRow, 'slot_id' | 'registration_id' | 'moves' | 'source' | 'attendees' | 'needs'> {
  /** The slot whose place is given back for it. */
  readonly from: string | null;
}

/**
 * Takes a place of a slot of this year and level for a registration and gives the one back that it leaves, in one statement:
 * all others wait for the slot's row. False where there is none to take; a family needs an open window.
 */
export async function takePlace(
  trx: Db,
  { from, ...booking }: Wanted,
  of: Pick<SlotRow, 'academic_year' | 'jenjang'>,
  now: Date,
  by: Actor,
): Promise<boolean> {
  const { slot_id, source } = booking;
  assertEdge(BOOKING_MACHINE, null, { to: 'booked', by: source });
  // The lock comes first: a check-in that ends meanwhile moves a place from one count to another.
  await lockSlots(trx, from === null ? [slot_id] : [slot_id, from]);
  const taken = roomIn(trx, of, now, source)
    .where({ id: slot_id })
    .update({ booked: trx.raw('booked + 1'), ...changed(trx) })
    .returning('id');
  const freed = trx('observation_slots')
    .where({ id: from })
    .whereExists(trx('taken'))
    .update({ booked: trx.raw('booked - 1'), ...changed(trx) });
  const row = {
    ...booking,
    id: uuidv7(),
    status: 'booked',
    by_id: by.id,
    by_name: by.name,
    by_role: by.role,
  };
  const { rowCount } = await trx.raw(
    `with taken as (?), freed as (?)
     insert into observation_bookings (${BOOKING})
     select b.* from taken cross join lateral (
       select ${BOOKING} from jsonb_populate_record(null::observation_bookings, ?)) b`,
    [taken, freed, JSON.stringify(row)],
  );
  return rowCount === 1;
}

interface Ending {
  readonly by?: BookingSource;
  readonly counts?: boolean;
  /** When presence was noted. */
  readonly at?: Date;
}

/** Ends a live booking; its place is given back with the slot that is taken for it (`takePlace`). */
export async function leaveBooking(
  trx: Db,
  { id }: Pick<BookingRow, 'id'>,
  to: BookingStatus,
  { by = 'staff', counts = false, at }: Ending = {},
): Promise<void> {
  assertEdge(BOOKING_MACHINE, 'booked', { to, by });
  const ended = await trx('observation_bookings')
    .where({ id, status: 'booked' })
    .update({
      status: to,
      ...(counts && { moves: trx.raw('moves + 1') }),
      ...(isCheckedIn({ status: to }) && { checked_in_at: at }),
      ...changed(trx),
    });
  if (ended !== 1) throw new Error('A booking of a locked registration changed');
}

/** Ends a live booking and gives its place back. */
export async function endBooking(
  trx: Db,
  booking: Pick<BookingRow, 'id' | 'slot_id'>,
  to: BookingStatus,
  ending: Ending = {},
): Promise<void> {
  await leaveBooking(trx, booking, to, ending);
  await trx('observation_slots')
    .where({ id: booking.slot_id })
    .update({ booked: trx.raw('booked - 1'), ...changed(trx) });
}

/** Puts the presence of a booking right. */
export async function correctPresence(
  trx: Db,
  { id, status, version }: Pick<BookingRow, 'id' | 'status' | 'version'>,
  to: Presence,
): Promise<void> {
  assertEdge(BOOKING_MACHINE, status, { to, by: 'staff', holds: ['same_day'] });
  const written = await trx('observation_bookings')
    .where({ id, version })
    .update({ status: to, version: version + 1, updated_at: trx.fn.now() });
  if (written !== 1) throw new Error('A booking of a locked registration changed');
}

/** Cancels all bookings of a locked slot; its count is written with the slot. */
export async function cancelBookings(trx: Db, slotId: string): Promise<void> {
  await trx('observation_bookings')
    .where({ slot_id: slotId, status: 'booked' })
    .update({ status: 'cancelled', ...changed(trx) });
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
export async function endAstray(trx: Db, registrationIds: readonly string[], now: Date): Promise<void> {
  const { rows } = await trx.raw(ASTRAY, [[...registrationIds]]);
  for (const row of rows as (Pick<BookingRow, 'id' | 'slot_id'> & { current_stage: Stage })[]) {
    await endBooking(trx, row, bookingAfter(row.current_stage), { at: now });
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
