import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../../database.types.ts';
import type { EntryRecord } from '../record/waitlist.repository.ts';

/** Events whose numbers one statement writes: with long lists more would take longer than a statement may. */
const AT_ONCE = 10;

/** Lists with events whose numbers are not written yet. */
export async function listsToNumber(db: Db): Promise<string[]> {
  const { rows } = await db.raw(
    `select u.pool_id from waitlist_numberings u
     where exists (select from waitlist_events e where e.pool_id = u.pool_id and e.id > u.event_id)
     order by u.pool_id`,
  );
  return (rows as { pool_id: string }[]).map(({ pool_id }) => pool_id);
}

/**
 * Locks the numbers of a list against every other writer of them; returns the event up to which they are written.
 * `busy: 'skip'` = undefined where another writer is at them.
 */
export async function lockNumbers(
  trx: Db,
  poolId: string,
  { busy }: { readonly busy: 'wait' | 'skip' },
): Promise<number | undefined> {
  const { rows } = await trx.raw(
    `select event_id from waitlist_numberings where pool_id = ? for update ${busy === 'skip' ? 'skip locked' : ''}`,
    [poolId],
  );
  return (rows as { event_id: number }[])[0]?.event_id;
}

/** The oldest events of a list after one. */
export async function eventsAfter(trx: Db, poolId: string, event: number): Promise<number[]> {
  return trx('waitlist_events')
    .where({ pool_id: poolId })
    .where('id', '>', event)
    .orderBy('id')
    .limit(AT_ONCE)
    .pluck<number[]>('id');
}

/**
 * Writes the numbers that moved with these events of a locked list. By them entries only left: those who joined, and keys
 * that changed, wrote their numbers themselves, after all events before.
 */
export async function writeMoves(trx: Db, poolId: string, events: readonly number[]): Promise<number> {
  const { rowCount } = (await trx.raw(
    `with base as materialized (
       select w.id, w.sort_key, w.ended_event, last.position as before
       from waitlist_entries w left join lateral (
         select p.position from waitlist_positions p
         where p.entry_id = w.id and p.event_id < :first order by p.event_id desc limit 1
       ) as last on true
       where w.pool_id = :pool and (w.status = 'waiting' or w.ended_event >= :first)
     ), numbered as (
       select b.id, e.id as event_id, e.at, b.before,
         (row_number() over (partition by e.id order by b.sort_key))::integer as position,
         (count(*) over (partition by e.id))::integer as of
       from waitlist_events e join base b on b.ended_event is null or b.ended_event > e.id
       where e.id = any(:events)
     ), moved as (
       select n.*, coalesce(lag(n.position) over (partition by n.id order by n.event_id), n.before) as last
       from numbered n
     )
     insert into waitlist_positions (entry_id, event_id, position, of, at)
     select id, event_id, position, of, at from moved where last <> position
     on conflict do nothing`,
    { pool: poolId, events: [...events], first: events[0] ?? 0 },
  )) as { rowCount: number };
  return rowCount;
}

const NUMBERED = `
  select n.id, n.position, n.of, last.position as before from (
    select id, row_number() over (order by sort_key)::integer as position, (count(*) over ())::integer as of
    from waitlist_entries where pool_id = :pool and status = 'waiting'
  ) as n
  left join lateral (
    select p.position from waitlist_positions p where p.entry_id = n.id order by p.event_id desc limit 1
  ) as last on true`;

/** How many entries that had a number have another one now. */
export async function countMoved(trx: Db, poolId: string): Promise<number> {
  const { rows } = await trx.raw(
    `select count(*)::integer as n from (${NUMBERED}) as t where before is not null and before <> position`,
    { pool: poolId },
  );
  return (rows as { n: number }[])[0]?.n ?? 0;
}

/** Writes the numbers as they are now where they are others than before; `fresh` = only of entries that had none. */
export async function writeNumbers(
  trx: Db,
  poolId: string,
  event: number,
  { fresh = false }: { readonly fresh?: boolean } = {},
): Promise<void> {
  await trx.raw(
    `insert into waitlist_positions (entry_id, event_id, position, of, at)
     select t.id, e.id, t.position, t.of, e.at from (${NUMBERED}) as t join waitlist_events e on e.id = :event
     where ${fresh ? 'before is null' : 'before is distinct from position'}`,
    { pool: poolId, event },
  );
}

/** Notes that the numbers of a locked list are written up to an event, and how many waited at it. */
export async function markNumbered(trx: Db, poolId: string, event: number): Promise<void> {
  await trx.raw(
    `update waitlist_numberings set event_id = :event, waiting = (
       select count(*) from waitlist_entries w
       where w.pool_id = :pool and (w.status = 'waiting' or w.ended_event > :event))
     where pool_id = :pool`,
    { pool: poolId, event },
  );
}

/** A change of a number, with the event that caused it and the number before. */
export interface MoveRecord
  extends Pick<Tables['waitlist_events'], 'cause' | 'count' | 'release_cause' | 'priority'> {
  readonly at: Date;
  readonly position: number;
  readonly of: number;
  readonly before: number | null;
}

/** Every number that an entry had, the newest first. */
export async function movesOf(db: Db, entryId: string): Promise<MoveRecord[]> {
  const { rows } = await db.raw(
    `select p.at, p.position, p.of, e.cause, e.count, e.release_cause, e.priority,
       lag(p.position) over (order by p.event_id) as before
     from waitlist_positions p join waitlist_events e on e.id = p.event_id
     where p.entry_id = ? order by p.event_id desc`,
    [entryId],
  );
  return rows as MoveRecord[];
}

/** A waiting entry with the names of its child, and how its number moved last; nulls where it has none yet. */
export interface ListedEntry
  extends Pick<
    EntryRecord,
    'id' | 'version' | 'registration_id' | 'criteria_values' | 'joined_at' | 'confirmed_at' | 'asked_at'
  > {
  readonly registration_number: string;
  readonly child_name: string;
  readonly event_id: number | null;
  readonly moved_at: Date | null;
  readonly to: number | null;
  readonly moved_of: number | null;
  readonly before: number | null;
  readonly is_paid: boolean;
}

/** The waiting entries of a pool in their order. */
export async function listedEntries(db: Db, poolId: string): Promise<ListedEntry[]> {
  const { rows } = await db.raw(
    `select w.id, w.version, w.registration_id, w.criteria_values, w.joined_at, w.confirmed_at, w.asked_at,
       r.registration_number, c.full_name as child_name, r.payment_status = 'verified' as is_paid,
       last.event_id, last.at as moved_at, last.position as to, last.of as moved_of, (
         select p.position from waitlist_positions p
         where p.entry_id = w.id and p.event_id < last.event_id order by p.event_id desc limit 1) as before
     from waitlist_entries w
     join registrations r on r.id = w.registration_id
     join children c on c.id = r.child_id
     left join lateral (
       select p.event_id, p.at, p.position, p.of from waitlist_positions p
       where p.entry_id = w.id order by p.event_id desc limit 1) as last on true
     where w.pool_id = ? and w.status = 'waiting' order by w.sort_key`,
    [poolId],
  );
  return rows as ListedEntry[];
}

/** Events of lists by their ids. */
export async function eventsById(db: Db, ids: readonly number[]): Promise<Tables['waitlist_events'][]> {
  return db('waitlist_events').whereRaw('id = any(?)', [[...ids]]);
}
