import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../../database.types.ts';
import type { EntryRecord } from '../record/waitlist.repository.ts';

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
}

/** The waiting entries of a pool in their order. */
export async function listedEntries(db: Db, poolId: string): Promise<ListedEntry[]> {
  const { rows } = await db.raw(
    `select w.id, w.version, w.registration_id, w.criteria_values, w.joined_at, w.confirmed_at, w.asked_at,
       r.registration_number, c.full_name as child_name,
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
