import type { Db } from '@gerbang/service-kit/data/database';

/** A figure that is not what its rows say. */
export interface Difference {
  readonly what: 'taken' | 'position' | 'numbers' | 'order' | 'stage' | 'class';
  /** Of the pool, the entry or the registration. */
  readonly id: string;
  readonly stored: string;
  readonly counted: string;
}

/** Pools whose taken seats are not their offers. */
export async function seatDifferences(db: Db): Promise<Difference[]> {
  const { rows } = await db.raw(`
    select 'taken' as what, p.id, p.taken::text as stored, count(o.id)::text as counted
    from seat_pools p left join offers o on o.pool_id = p.id and o.status <> 'released'
    group by p.id having p.taken <> count(o.id)`);
  return rows as Difference[];
}

/**
 * Entries whose last written number was not their place in the order at the event up to which numbers are written, and
 * lists whose length at it was another one.
 */
export async function positionDifferences(db: Db): Promise<Difference[]> {
  const { rows } = await db.raw(`
    with listed as (
      select w.id, w.pool_id, u.event_id,
        row_number() over (partition by w.pool_id order by w.sort_key)::integer as position
      from waitlist_entries w join waitlist_numberings u on u.pool_id = w.pool_id
      where w.status = 'waiting' or w.ended_event > u.event_id
    )
    select 'position' as what, n.id, coalesce(last.position::text, 'none') as stored, n.position::text as counted
    from listed n left join lateral (
      select p.position from waitlist_positions p where p.entry_id = n.id order by p.event_id desc limit 1
    ) as last on true
    where last.position is distinct from n.position
    union all
    select 'position', u.pool_id, u.waiting::text, count(n.id)::text
    from waitlist_numberings u left join listed n on n.pool_id = u.pool_id
    group by u.pool_id having u.waiting <> count(n.id)`);
  return rows as Difference[];
}

/** Lists with events whose numbers should be written since minutes: the job that writes them does not run. */
export async function lateNumbers(db: Db): Promise<Difference[]> {
  const { rows } = await db.raw(`
    select 'numbers' as what, u.pool_id as id, u.event_id::text as stored, max(e.id)::text as counted
    from waitlist_numberings u join waitlist_events e on e.pool_id = u.pool_id and e.id > u.event_id
    group by u.pool_id having min(e.at) < now() - interval '10 minutes'`);
  return rows as Difference[];
}

const COVERS = `p.academic_year = r.academic_year and p.jenjang = r.jenjang and (p.kelas is null or p.kelas = r.kelas)`;

/** Registrations that hold a seat of another class than theirs, or wait for one. */
export async function classDifferences(db: Db): Promise<Difference[]> {
  const { rows } = await db.raw(`
    select 'class' as what, r.id, concat_ws(' ', r.academic_year, r.jenjang, r.kelas) as stored,
      concat_ws(' ', p.academic_year, p.jenjang, p.kelas) as counted
    from (
      select registration_id, pool_id from offers where status <> 'released'
      union select registration_id, pool_id from waitlist_entries where status = 'waiting'
    ) as h join registrations r on r.id = h.registration_id join seat_pools p on p.id = h.pool_id
    where not coalesce(${COVERS}, false)`);
  return rows as Difference[];
}

/**
 * Registrations whose stage does not fit the seat that they hold, or the list that they wait in: in a class with a limit every
 * registration that has passed holds a seat.
 */
export async function stageDifferences(db: Db): Promise<Difference[]> {
  const { rows } = await db.raw(`
    select 'stage' as what, r.id, r.current_stage as stored,
      case when o.id is not null then 'passed' when w.id is not null then 'waitlisted' else 'none' end as counted
    from registrations r
    left join offers o on o.registration_id = r.id and o.status <> 'released'
    left join waitlist_entries w on w.registration_id = r.id and w.status = 'waiting'
    where r.deleted_at is null and (
      o.id is not null and r.current_stage not in ('passed', 'reenroll_required')
      or (w.id is not null) <> (r.current_stage = 'waitlisted')
      or o.id is null and r.current_stage = 'passed'
        and exists (select from seat_pools p where p.deleted_at is null and ${COVERS})
      or o.id is not null and w.id is not null)`);
  return rows as Difference[];
}
