import type { Db } from '@gerbang/service-kit/data/database';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { waitsForSlot } from '../registration-record/slot-waiting.ts';
import type { SlotRow } from './slots.repository.ts';

/** A registration as messages about slots name it. */
type Told = Pick<LockedRegistration, 'id' | 'registration_number' | 'child_full_name' | 'family_user_id'>;

const TOLD = `r.id, r.registration_number, c.full_name as child_full_name, p.user_id as family_user_id
  from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id`;

interface Due {
  /** The day of the slots. */
  readonly day: string;
  /** The moment of the reminder: a place that was taken later is news enough. */
  readonly due: Date;
  /** The day of this moment: a reminder of it or later is this one. */
  readonly since: string;
  readonly today: string;
  readonly now: Date;
}

/** Takes some bookings of a day that were not reminded yet; those that another transaction holds are left to the next turn. */
export async function takeReminders(
  trx: Db,
  due: Due,
  most: number,
): Promise<
  (Told & Pick<SlotRow, 'starts_at' | 'place' | 'instructions'> & { readonly booking_id: string })[]
> {
  const { rows } = await trx.raw(
    `with due as (
       select b.id from observation_bookings b join observation_slots s on s.id = b.slot_id
       where b.status = 'booked' and b.created_at < :due and (b.reminded_on is null or b.reminded_on < :since::date)
         and s.starts_at > :now
         and s.starts_at >= :day::date::timestamp at time zone 'Asia/Jakarta'
         and s.starts_at < (:day::date + 1)::timestamp at time zone 'Asia/Jakarta'
       order by b.id limit :most for update of b skip locked
     ), taken as (
       update observation_bookings b set reminded_on = :today from due where b.id = due.id
       returning b.id as booking_id, b.slot_id, b.registration_id
     ) select taken.booking_id, s.starts_at, s.place, s.instructions, ${TOLD}
       join taken on taken.registration_id = r.id join observation_slots s on s.id = taken.slot_id
       where r.deleted_at is null order by s.starts_at, r.id`,
    { ...due, most },
  );
  return rows as Awaited<ReturnType<typeof takeReminders>>;
}

/** A slot that opened and that the families of its year and level are being told of. */
export type Untold = Pick<SlotRow, 'id' | 'academic_year' | 'jenjang' | 'told_after'>;

const UNTOLD = `told_at is null and published and cancelled_at is null and opens_at <= :now and closes_at > :now`;

/** The next slot of which families are to be told, the one that was begun first; one turn at a time tells. */
export async function nextUntold(trx: Db, now: Date): Promise<Untold | undefined> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('slots.told', 0))`);
  const { rows } = await trx.raw(
    `select id, academic_year, jenjang, told_after from observation_slots where ${UNTOLD}
     order by (told_after is null), id limit 1`,
    { now },
  );
  return (rows as Untold[])[0];
}

/** Notes up to which registration the families are told of a slot; null = all are, and of its year's and level's others too. */
export async function noteTold(trx: Db, slot: Untold, now: Date, after: string | null): Promise<void> {
  if (after !== null) {
    await trx('observation_slots').where({ id: slot.id }).update({ told_after: after });
    return;
  }
  // In the order in which those lock who move from slot to slot.
  await trx.raw(
    `with told as (select id from observation_slots
       where academic_year = :academic_year and jenjang = :jenjang and ${UNTOLD} order by id for no key update)
     update observation_slots s set told_at = :now, told_after = null from told where s.id = told.id`,
    { now, academic_year: slot.academic_year, jenjang: slot.jenjang },
  );
}

const WAITING = `r.academic_year = :academic_year and r.jenjang = :jenjang and ${waitsForSlot('r')}`;

/** The next registrations of a slot's year and level that may choose a slot and have none. */
export async function waitingFor(
  trx: Db,
  { academic_year, jenjang, told_after: after }: Untold,
  most: number,
): Promise<Told[]> {
  const { rows } = await trx.raw(
    `select ${TOLD} where ${WAITING} and (:after::uuid is null or r.id > :after) order by r.id limit :most`,
    { academic_year, jenjang, after, most },
  );
  return rows as Told[];
}

/** How many registrations of a year and level may choose a slot and have none. */
export async function countWaiting(
  db: Db,
  { academic_year, jenjang }: Pick<SlotRow, 'academic_year' | 'jenjang'>,
): Promise<number> {
  const { rows } = await db.raw<{ rows: { n: number }[] }>(
    `select count(*)::integer as n from registrations r where ${WAITING}`,
    { academic_year, jenjang },
  );
  return rows[0]?.n ?? 0;
}
