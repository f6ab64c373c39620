import { type CheckIn, checkInSchema } from '@gerbang/contracts/check-ins';
import { PRESENCES } from '@gerbang/domain/check-ins';
import type { Db } from '@gerbang/service-kit/data/database';
import { shown } from '@gerbang/service-kit/http/shown';
import type { BookingRow } from '../observation-slots/bookings.repository.ts';
import type { SlotRow } from '../observation-slots/slots.repository.ts';
import { DOCUMENTS } from '../registration-record/staff-rows.repository.ts';

const checkIns = (db: Db) =>
  db('observation_bookings as b')
    .join('registrations', 'registrations.id', 'b.registration_id')
    .join('children as c', 'c.id', 'registrations.child_id')
    .join('parents as p', 'p.id', 'c.parent_id')
    .whereNull('registrations.deleted_at')
    .select('b.id', 'b.registration_id', 'b.attendees', 'b.needs', 'b.status', 'b.checked_in_at', 'b.version')
    .select('registrations.registration_number', 'p.father_name', 'p.mother_name')
    .select('c.full_name as child_name', db.raw(DOCUMENTS));

/** The children of a slot: those that wait at its door, came, or did not come. */
export async function checkInsOf(db: Db, slotId: string): Promise<CheckIn[]> {
  const rows = await checkIns(db)
    .where('b.slot_id', slotId)
    .whereIn('b.status', ['booked', ...PRESENCES])
    .orderBy(['registrations.child_sort', 'registrations.id']);
  return rows.map((row) => shown(checkInSchema, row) as CheckIn);
}

/** One child of a slot as its list shows it, whatever became of its place. */
export async function checkInById(db: Db, id: string): Promise<CheckIn> {
  const [row] = await checkIns(db).where('b.id', id);
  if (!row) throw new Error('A locked booking is gone');
  return shown(checkInSchema, row) as CheckIn;
}

/** A booking with the start of its slot. */
export type Place = BookingRow & Pick<SlotRow, 'starts_at'>;

/** A booking; undefined where there is none. */
export async function placeById(db: Db, id: string): Promise<Place | undefined> {
  return db('observation_bookings as b')
    .join('observation_slots as s', 's.id', 'b.slot_id')
    .where('b.id', id)
    .first<Place | undefined>('b.*', 's.starts_at');
}

/** The bookings of a locked slot that are not marked yet. */
export async function unmarkedOf(trx: Db, slotId: string): Promise<BookingRow[]> {
  return trx('observation_bookings').where({ slot_id: slotId, status: 'booked' }).orderBy('registration_id');
}
