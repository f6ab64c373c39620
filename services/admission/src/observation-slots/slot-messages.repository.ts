import { MISSES_MOST } from '@gerbang/domain/observation-bookings';
import type { Db } from '@gerbang/service-kit/data/database';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
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
  readonly today: string;
}

/** Takes the bookings of a day that were not reminded of today; those that another transaction holds are left to the next turn. */
export async function takeReminders(
  trx: Db,
  { day, due, today }: Due,
): Promise<
  (Told & Pick<SlotRow, 'starts_at' | 'place' | 'instructions'> & { readonly booking_id: string })[]
> {
  const { rows } = await trx.raw(
    `with due as (
       select b.id from observation_bookings b join observation_slots s on s.id = b.slot_id
       where b.status = 'booked' and b.created_at < :due and b.reminded_on is distinct from :today::date
         and s.starts_at >= :day::date::timestamp at time zone 'Asia/Jakarta'
         and s.starts_at < (:day::date + 1)::timestamp at time zone 'Asia/Jakarta'
       for update of b skip locked
     ), taken as (
       update observation_bookings b set reminded_on = :today from due where b.id = due.id
       returning b.id as booking_id, b.slot_id, b.registration_id
     ) select taken.booking_id, s.starts_at, s.place, s.instructions, ${TOLD}
       join taken on taken.registration_id = r.id join observation_slots s on s.id = taken.slot_id
       where r.deleted_at is null order by s.starts_at, r.id`,
    { day, due, today },
  );
  return rows as Awaited<ReturnType<typeof takeReminders>>;
}

/**
 * Takes the slots that opened and were not told of, one a year and level. It waits for another turn, which else took some of
 * them and told the same families.
 */
export async function takeUntold(
  trx: Db,
  now: Date,
): Promise<Pick<SlotRow, 'id' | 'academic_year' | 'jenjang'>[]> {
  const { rows } = await trx.raw(
    `with untold as (
       select id from observation_slots where told_at is null and published and cancelled_at is null
         and opens_at <= :now and closes_at > :now order by id for update
     ), taken as (
       update observation_slots s set told_at = :now from untold where s.id = untold.id
       returning s.id, s.academic_year, s.jenjang
     ) select distinct on (academic_year, jenjang) * from taken order by academic_year, jenjang, id`,
    { now },
  );
  return rows as Pick<SlotRow, 'id' | 'academic_year' | 'jenjang'>[];
}

const WAITING = `r.academic_year = :academic_year and r.jenjang = :jenjang and r.deleted_at is null
  and r.payment_status = 'verified' and r.current_stage in ('registered', 'obs_not_attended')
  and (select count(*) from observation_bookings b where b.registration_id = r.id and b.status = 'absent') <= :misses`;

/** The registrations of a year and level that may choose a slot and have none. */
export async function waitingFor(
  trx: Db,
  { academic_year, jenjang }: Pick<SlotRow, 'academic_year' | 'jenjang'>,
): Promise<Told[]> {
  const { rows } = await trx.raw(`select ${TOLD} where ${WAITING} order by r.id`, {
    academic_year,
    jenjang,
    misses: MISSES_MOST,
  });
  return rows as Told[];
}

/** How many registrations of a year and level may choose a slot and have none. */
export async function countWaiting(
  db: Db,
  { academic_year, jenjang }: Pick<SlotRow, 'academic_year' | 'jenjang'>,
): Promise<number> {
  const { rows } = await db.raw<{ rows: { n: number }[] }>(
    `select count(*)::integer as n from registrations r where ${WAITING}`,
    { academic_year, jenjang, misses: MISSES_MOST },
  );
  return rows[0]?.n ?? 0;
}
