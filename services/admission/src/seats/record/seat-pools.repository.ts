import type { LevelPlaces } from '@gerbang/domain/school-guide';
import type { Criterion } from '@gerbang/domain/waitlist';
import type { Db } from '@gerbang/service-kit/data/database';
import { isOneOf } from '@gerbang/service-kit/data/statements';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../../database.types.ts';
import { IS_PAID } from './waitlist.repository.ts';

/** A row of `seat_pools`. */
export type PoolRecord = Omit<Tables['seat_pools'], 'criteria'> & { readonly criteria: readonly Criterion[] };
/** What a person decides about a pool. */
export type PoolFields = Pick<
  PoolRecord,
  'seats' | 'offer_limit' | 'answer_days' | 'auto_offer' | 'offers_until' | 'criteria' | 'list_max'
>;
/** A year, level and class. */
export type Covered = Pick<PoolRecord, 'academic_year' | 'jenjang' | 'kelas'>;

/** Whether the registration's class is one of the pool. */
export const covers = (pool: Covered, registration: Covered): boolean =>
  pool.academic_year === registration.academic_year &&
  pool.jenjang === registration.jenjang &&
  (pool.kelas === null || pool.kelas === registration.kelas);

const live = (db: Db) => db('seat_pools').whereNull('deleted_at');

/** Locks a pool for a change of its seats or its list; every change of either begins with it. */
export async function lockPool(trx: Db, id: string): Promise<PoolRecord | undefined> {
  return live(trx).where({ id }).forNoKeyUpdate().first<PoolRecord | undefined>();
}

/** The same for one that may have ended: an offer of it is still being released. */
export async function lockAnyPool(trx: Db, id: string): Promise<void> {
  await trx('seat_pools').where({ id }).forNoKeyUpdate().first('id');
}

/** A pool as it stands, also one that ended. */
export async function readAnyPool(db: Db, id: string): Promise<PoolRecord | undefined> {
  return db('seat_pools').where({ id }).first<PoolRecord | undefined>();
}

/** Pools with places that they offer by themselves, and families that wait for one and can be offered it. */
export async function poolsToPromote(db: Db): Promise<string[]> {
  return live(db)
    .where({ auto_offer: true })
    .whereRaw('taken < offer_limit')
    .whereExists((entry) => {
      void entry
        .from('waitlist_entries')
        .whereRaw(`pool_id = seat_pools.id and status = 'waiting' and ${IS_PAID}`);
    })
    .whereNotExists((year) => {
      void year.from('academic_years').whereRaw(`label = academic_year and state in ('closed', 'archived')`);
    })
    .orderBy('id')
    .pluck<string[]>('id');
}

/** How many places the pools of each level and year have together. */
export async function placesByLevel(db: Db, years: readonly string[]): Promise<LevelPlaces[]> {
  return live(db)
    .whereIn('academic_year', years)
    .groupBy('academic_year', 'jenjang')
    .select<LevelPlaces[]>('academic_year', 'jenjang', db.raw('sum(seats)::int as places'));
}

/** A pool as it stands. */
export async function readPool(db: Db, id: string): Promise<PoolRecord | undefined> {
  return live(db).where({ id }).first<PoolRecord | undefined>();
}

/**
 * Locks the pools of these registrations, in the order of their ids. Where there are none it keeps new ones from being
 * made until the transaction ends, because they would not see what it writes (`lockPools`).
 */
export async function lockPoolsOf(trx: Db, registrationIds: readonly string[]): Promise<PoolRecord[]> {
  const [these, ids] = isOneOf('r.id', registrationIds);
  const { rows } = await trx.raw(
    `select p.* from seat_pools p
     where p.deleted_at is null and exists (
       select from registrations r where ${these} and r.academic_year = p.academic_year and r.jenjang = p.jenjang
         and (p.kelas is null or p.kelas = r.kelas))
     order by p.id for no key update of p`,
    [ids],
  );
  return rows as PoolRecord[];
}

/** The pools of these places, locked like `lockPoolsOf`. */
export async function lockPoolsAt(trx: Db, places: readonly Covered[]): Promise<PoolRecord[]> {
  const { rows } = await trx.raw(
    `select p.* from seat_pools p
     where p.deleted_at is null and exists (
       select from jsonb_to_recordset(?::jsonb) as r (academic_year text, jenjang text, kelas text)
       where r.academic_year = p.academic_year and r.jenjang = p.jenjang and (p.kelas is null or p.kelas = r.kelas))
     order by p.id for no key update of p`,
    [JSON.stringify(places.map(({ academic_year, jenjang, kelas }) => ({ academic_year, jenjang, kelas })))],
  );
  return rows as PoolRecord[];
}

/** Lets no other transaction lock a pool or make one: results that are being applied come before or after. */
export async function lockPools(trx: Db): Promise<void> {
  await trx.raw('lock table seat_pools in exclusive mode');
}

/** The pools of a year and level. */
export async function poolsOf(
  db: Db,
  { academic_year, jenjang }: Partial<Pick<PoolRecord, 'academic_year' | 'jenjang'>>,
): Promise<PoolRecord[]> {
  const pools = live(db).orderBy(['academic_year', 'jenjang', 'kelas', 'id']);
  if (academic_year !== undefined) void pools.where({ academic_year });
  if (jenjang !== undefined) void pools.where({ jenjang });
  return pools;
}

/** Writes a new pool. */
export async function insertPool(trx: Db, pool: Covered & PoolFields): Promise<PoolRecord> {
  const [made] = await trx('seat_pools')
    .insert({ id: uuidv7(), ...pool, criteria: [...pool.criteria], event_version: 1 })
    .returning<PoolRecord[]>('*');
  if (!made) throw new Error('a pool was not written');
  return made;
}

/** Writes what was decided about a locked pool. */
export async function updatePool(
  trx: Db,
  { id, version }: PoolRecord,
  fields: PoolFields,
): Promise<PoolRecord> {
  const [written] = await trx('seat_pools')
    .where({ id, version })
    .update({
      ...fields,
      criteria: [...fields.criteria],
      version: version + 1,
      event_version: trx.raw('event_version + 1'),
      updated_at: trx.fn.now(),
    })
    .returning<PoolRecord[]>('*');
  if (!written) throw new Error('A locked pool changed');
  return written;
}

/** Marks a locked pool as one that counts no more. */
export async function endPool(trx: Db, { id }: PoolRecord): Promise<PoolRecord> {
  const [ended] = await trx('seat_pools')
    .where({ id })
    .update({ deleted_at: trx.fn.now(), event_version: trx.raw('event_version + 1') })
    .returning<PoolRecord[]>('*');
  if (!ended) throw new Error('A locked pool is gone');
  return ended;
}

/**
 * Takes seats of a pool, or gives them back where `n` is negative: the only statement that writes `taken`. Undefined
 * where there are not so many; `over` = the school gives a seat above the limit.
 */
export async function takeSeats(
  trx: Db,
  id: string,
  n: number,
  over = false,
): Promise<PoolRecord | undefined> {
  const [pool] = await trx('seat_pools')
    .where({ id })
    .whereRaw(n < 0 || over ? 'taken + ? >= 0' : 'taken + ? <= offer_limit', [n])
    .update({ taken: trx.raw('taken + ?', [n]), event_version: trx.raw('event_version + 1') })
    .returning<PoolRecord[]>('*');
  return pool;
}

/** How the offers and the list of pools stand. */
export interface PoolFigures {
  readonly pool_id: string;
  readonly open: number;
  readonly accepted: number;
  readonly releasing: number;
  readonly paid: number;
  readonly due_soon: number;
  readonly next_deadline: Date | null;
  readonly waiting: number;
}

/** The figures of these pools at a moment; a pool that nothing happened in is left out. */
export async function poolFigures(db: Db, ids: readonly string[], now: Date): Promise<PoolFigures[]> {
  const { rows } = await db.raw(
    `select coalesce(o.pool_id, w.pool_id) as pool_id, coalesce(o.open, 0) as open, coalesce(o.accepted, 0) as accepted,
       coalesce(o.releasing, 0) as releasing, coalesce(o.paid, 0) as paid, coalesce(o.due_soon, 0) as due_soon,
       o.next_deadline, coalesce(w.waiting, 0) as waiting
     from (
       select o.pool_id, (count(*) filter (where o.status = 'open'))::integer as open,
         (count(*) filter (where o.status = 'accepted'))::integer as accepted,
         (count(*) filter (where o.status = 'releasing'))::integer as releasing,
         (count(*) filter (where o.status = 'accepted' and r.fully_paid_on is not null))::integer as paid,
         (count(*) filter (where o.status = 'open' and o.answer_until < :now::timestamptz + interval '48 hours'))::integer
           as due_soon,
         min(o.answer_until) filter (where o.status = 'open') as next_deadline
       from offers o join registrations r on r.id = o.registration_id
       where o.pool_id = any(:ids) and o.status <> 'released' group by o.pool_id
     ) as o full join (
       select pool_id, count(*)::integer as waiting from waitlist_entries
       where pool_id = any(:ids) and status = 'waiting' group by pool_id
     ) as w on w.pool_id = o.pool_id`,
    { ids: [...ids], now },
  );
  return rows as PoolFigures[];
}

/** Whether offers that hold a seat, or entries that wait, belong to the pool. */
export async function isPoolUsed(trx: Db, id: string): Promise<boolean> {
  const { rows } = await trx.raw(
    `select exists (select from offers where pool_id = :id and status <> 'released')
       or exists (select from waitlist_entries where pool_id = :id and status = 'waiting') as used`,
    { id },
  );
  return (rows as { used: boolean }[])[0]?.used ?? false;
}

/** The pools of these years. */
export async function poolsAt(db: Db, academicYears: readonly string[]): Promise<PoolRecord[]> {
  return live(db).whereIn('academic_year', [...academicYears]);
}
