import type { BookingSource } from '@gerbang/domain/observation-bookings';
import type { WithoutSlot } from '@gerbang/contracts/observation-slots';
import { ASSESSOR_ROLES } from '@gerbang/domain/observation-slots';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/** A row of `observation_slots`. */
export type SlotRow = Tables['observation_slots'];
type Person = { readonly id: string; readonly name: string | null };

/** A slot with the people in it. */
export type SlotRecord = SlotRow & {
  readonly assessors: readonly Person[];
  readonly bookings: readonly Pick<Tables['observation_bookings'], 'registration_id' | 'status'>[];
};

/** The fields of a slot that a person decides about. */
export type SlotFields = Pick<
  SlotRow,
  'starts_at' | 'ends_at' | 'place' | 'capacity' | 'opens_at' | 'closes_at' | 'instructions' | 'published'
>;

/** More open slots than these are no choice. */
const OPEN_MOST = 200;

const ASSESSORS = `coalesce((select json_agg(json_build_object('id', a.user_id, 'name', a.name) order by a.name, a.user_id)
  from slot_assessors a where a.slot_id = observation_slots.id), '[]') as assessors`;

const BOOKINGS = `
  select b.slot_id, json_agg(json_build_object('registration_id', r.id, 'registration_number', r.registration_number,
    'child_name', c.full_name, 'status', b.status, 'attendees', b.attendees, 'needs', b.needs) order by r.child_sort, r.id)
    as bookings
  from observation_bookings b join registrations r on r.id = b.registration_id and r.deleted_at is null
    join children c on c.id = r.child_id
  where b.slot_id = any(?) and b.status in ('booked', 'attended', 'absent') group by b.slot_id`;

const slotRows = (db: Db) =>
  db('observation_slots').select<Omit<SlotRecord, 'bookings'>[]>('observation_slots.*', db.raw(ASSESSORS));

/** Slots with the children in them; the children of all are read at once, because a calendar has many. */
async function withBookings(db: Db, slots: readonly Omit<SlotRecord, 'bookings'>[]): Promise<SlotRecord[]> {
  const { rows } = await db.raw(BOOKINGS, [slots.map(({ id }) => id)]);
  const of = new Map(
    (rows as (Pick<SlotRecord, 'bookings'> & { slot_id: string })[]).map((row) => [
      row.slot_id,
      row.bookings,
    ]),
  );
  return slots.map((slot) => ({ ...slot, bookings: of.get(slot.id) ?? [] }));
}

interface Shown {
  readonly from: string;
  readonly to: string;
  readonly jenjang?: string | undefined;
  readonly academic_year?: string | undefined;
  readonly assessor?: string | undefined;
}

/** The slots of these days of Jakarta that are not cancelled, in their order. */
export async function slotsOf(
  db: Db,
  { from, to, jenjang, academic_year, assessor }: Shown,
): Promise<SlotRecord[]> {
  const rows = slotRows(db)
    .whereNull('cancelled_at')
    .whereRaw(`starts_at >= ?::date::timestamp at time zone 'Asia/Jakarta'`, [from])
    .whereRaw(`starts_at < (?::date + 1)::timestamp at time zone 'Asia/Jakarta'`, [to])
    .orderBy(['starts_at', 'place_key', 'id']);
  if (jenjang !== undefined) void rows.where({ jenjang });
  if (academic_year !== undefined) void rows.where({ academic_year });
  if (assessor !== undefined) {
    void rows.whereIn('id', db('slot_assessors').where({ user_id: assessor }).select('slot_id'));
  }
  return withBookings(db, await rows);
}

/** Slots by their ids, in the order of time. */
export async function slotsById(db: Db, ids: readonly string[]): Promise<SlotRecord[]> {
  const rows = slotRows(db).whereIn('id', ids).orderBy(['starts_at', 'place_key', 'id']);
  return withBookings(db, await rows);
}

/** A slot, whether cancelled or not; undefined where there is none. */
export async function slotById(db: Db, id: string): Promise<SlotRow | undefined> {
  return db('observation_slots').where({ id }).first<SlotRow | undefined>();
}

/** The places of a slot that are taken: a child that came before the slot was over keeps its own. */
const TAKEN = `booked + (select count(*)::int from observation_bookings b
  where b.slot_id = observation_slots.id and b.status = 'attended')`;

/** How many places of a slot are taken. */
export async function takenPlaces(db: Db, id: string): Promise<number> {
  const row = await db('observation_slots')
    .where({ id })
    .first<{ taken: number }>(db.raw(`${TAKEN} as taken`));
  return row.taken;
}

/** The slots of a year and level with a place that may be taken now: families by the published window, staff until the end. */
export function roomIn(
  db: Db,
  { academic_year, jenjang }: Pick<SlotRow, 'academic_year' | 'jenjang'>,
  now: Date,
  by: BookingSource,
) {
  const slots = db('observation_slots')
    .where({ academic_year, jenjang })
    .whereNull('cancelled_at')
    .where('ends_at', '>', now)
    .whereRaw(`${TAKEN} < capacity`);
  if (by === 'staff') return slots;
  return slots.where({ published: true }).where('opens_at', '<=', now).where('closes_at', '>', now);
}

const DAY_OFF = `(select name from school_days_off
  where day = (starts_at at time zone 'Asia/Jakarta')::date) as day_off`;

/** The same in the order of time, with the slot that a family has and the name of a day off. */
export async function openSlots(
  db: Db,
  wanted: Pick<SlotRow, 'academic_year' | 'jenjang'>,
  now: Date,
  by: BookingSource,
  mine?: string,
): Promise<
  (Pick<SlotRow, 'id' | 'starts_at' | 'ends_at' | 'place' | 'capacity' | 'booked'> & {
    readonly day_off: string | null;
  })[]
> {
  const slots = roomIn(db, wanted, now, by);
  if (mine !== undefined) void slots.orWhere({ id: mine });
  return slots
    .orderBy(['starts_at', 'place_key'])
    .limit(OPEN_MOST)
    .select('id', 'starts_at', 'ends_at', 'place', 'capacity', db.raw(`${TAKEN} as booked`), db.raw(DAY_OFF));
}

/** Whether families may choose a slot of this year and level now that they were told of, before a moment where one is given. */
export async function hasRoom(
  db: Db,
  wanted: Pick<SlotRow, 'academic_year' | 'jenjang'>,
  now: Date,
  before?: Date,
): Promise<boolean> {
  const slots = roomIn(db, wanted, now, 'family').whereNotNull('told_at');
  if (before) void slots.where('told_at', '<', before);
  return (await slots.first('id')) !== undefined;
}

/** Locks a slot for a change; undefined where there is none. */
export async function lockSlot(trx: Db, id: string): Promise<SlotRow | undefined> {
  return trx('observation_slots').where({ id }).forUpdate().first<SlotRow | undefined>();
}

/** Locks slots in the order of their ids, so that two moves never wait for each other. */
export async function lockSlots(trx: Db, ids: readonly string[]): Promise<void> {
  await trx('observation_slots').whereIn('id', ids).orderBy('id').forNoKeyUpdate().select('id');
}

/** Lets one change of the calendar run at a time: two rows that exclude each other would deadlock. */
export async function lockCalendar(trx: Db): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('observation_slots', 0))`);
}

/** A slot that takes the place, or a person, at the same time. */
export type Clash = Pick<SlotRow, 'starts_at' | 'ends_at' | 'place'> & {
  readonly same_place: boolean;
  /** The names of the people who are there. */
  readonly people: readonly (string | null)[];
};

/** The first slot that clashes with these times, by place or assessor; `id` is left out. */
export async function clashOf(
  trx: Db,
  { id, starts_at, ends_at, place }: Pick<SlotRow, 'starts_at' | 'ends_at' | 'place'> & { id: string },
  assessors: readonly string[],
): Promise<Clash | undefined> {
  const { rows } = await trx.raw(
    `select * from (
       select s.starts_at, s.ends_at, s.place, s.place_key = lower(trim(:place)) as same_place,
         array(select a.name from slot_assessors a where a.slot_id = s.id and a.user_id = any(:assessors::uuid[])) as people
       from observation_slots s
       where s.cancelled_at is null and s.id <> :id and tstzrange(s.starts_at, s.ends_at) && tstzrange(:starts_at, :ends_at)
     ) taken where same_place or cardinality(people) > 0
     order by same_place desc, starts_at limit 1`,
    { id, place, starts_at, ends_at, assessors: [...assessors] },
  );
  return (rows as Clash[])[0];
}

/** Writes a new slot. */
export async function insertSlot(
  trx: Db,
  slot: SlotFields & Pick<SlotRow, 'id' | 'academic_year' | 'jenjang'>,
): Promise<void> {
  await trx('observation_slots').insert(slot);
}

/** Writes these fields of a locked slot. */
export async function updateSlot(
  trx: Db,
  { id, version }: Pick<SlotRow, 'id' | 'version'>,
  change: Partial<Omit<SlotRow, 'id' | 'version' | 'place_key'>>,
): Promise<void> {
  const written = await trx('observation_slots')
    .where({ id, version })
    .update({ ...change, version: version + 1, updated_at: trx.fn.now() });
  if (written !== 1) throw new Error('A locked slot changed');
}

/** Writes the people who observe in a slot, in place of those who did. */
export async function writeAssessors(
  trx: Db,
  { id: slot_id, starts_at, ends_at }: Pick<SlotRow, 'id' | 'starts_at' | 'ends_at'>,
  people: readonly Person[],
): Promise<void> {
  await trx('slot_assessors').where({ slot_id }).delete();
  if (people.length === 0) return;
  await trx('slot_assessors').insert(
    people.map(({ id: user_id, name }) => ({ slot_id, user_id, name, starts_at, ends_at })),
  );
}

/** The people who observe in a slot. */
export async function assessorsOf(trx: Db, slotId: string): Promise<Person[]> {
  return trx('slot_assessors').where({ slot_id: slotId }).orderBy('user_id').select('user_id as id', 'name');
}

/** A cancelled slot holds its people no longer. */
export async function freeAssessors(trx: Db, slotId: string): Promise<void> {
  await trx('slot_assessors').where({ slot_id: slotId }).update({ live: false });
}

/** The people who may be named as assessors, all or those of these ids. */
export async function possibleAssessors(db: Db, ids?: readonly string[]): Promise<Person[]> {
  const people = db('accounts')
    .where({ active: true })
    .whereIn('role', [...ASSESSOR_ROLES]);
  if (ids) void people.whereIn('id', ids);
  return people.orderBy(['name', 'id']).select('id', 'name');
}

/** Those of these days that are off, by name. */
export async function daysOffIn(db: Db, days: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db('school_days_off')
    .whereIn('day', [...new Set(days)])
    .select<{ day: string; name: string }[]>('day', 'name');
  return new Map(rows.map(({ day, name }) => [day, name]));
}

/** More typed appointments than these are no calendar. */
const TYPED_MOST = 500;

/** The registrations whose observation has a typed day in this time and no slot, in the order of time; none of one person. */
export async function typedAppointments(
  db: Db,
  { from, to, jenjang, academic_year, assessor }: Shown,
): Promise<WithoutSlot[]> {
  if (assessor !== undefined) return [];
  const { rows } = await db.raw(
    `select r.id as registration_id, r.registration_number, c.full_name as child_name, r.academic_year, r.jenjang,
       r.observation_date::text as day, e.observation_time as time, e.observation_place as place
     from registrations r join children c on c.id = r.child_id
     cross join lateral (select observation_time, observation_place from registration_stages e
       where e.registration_id = r.id order by e.reached_at desc, e.id desc limit 1) e
     where r.deleted_at is null and r.current_stage = 'obs_scheduled' and r.observation_date between :from and :to
       and (:jenjang::text is null or r.jenjang = :jenjang)
       and (:academic_year::text is null or r.academic_year = :academic_year)
       and not exists (select from observation_bookings b where b.registration_id = r.id and b.status = 'booked')
     order by r.observation_date, e.observation_time nulls last, r.child_sort, r.id limit :most`,
    { from, to, jenjang: jenjang ?? null, academic_year: academic_year ?? null, most: TYPED_MOST },
  );
  return rows as WithoutSlot[];
}

/** How many slots are on each of these days that has any. */
export async function slotsOnDays(
  db: Db,
  days: readonly string[],
): Promise<{ readonly day: string; readonly count: number }[]> {
  const { rows } = await db.raw(
    `select d.day::text as day, count(*)::integer as count from unnest(?::date[]) as d(day)
     join observation_slots s on s.cancelled_at is null and s.starts_at >= d.day::timestamp at time zone 'Asia/Jakarta'
       and s.starts_at < (d.day + 1)::timestamp at time zone 'Asia/Jakarta'
     group by d.day order by d.day`,
    [[...days]],
  );
  return rows as { day: string; count: number }[];
}
