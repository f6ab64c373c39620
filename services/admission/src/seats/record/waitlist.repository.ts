import type { CriteriaValues, EntryStatus } from '@gerbang/domain/waitlist';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../../database.types.ts';

/** A row of `waitlist_entries`. */
export type EntryRecord = Omit<Tables['waitlist_entries'], 'criteria_values'> & {
  readonly criteria_values: CriteriaValues;
};

/** A new entry, in the order of its key. */
export type NewEntry = Pick<EntryRecord, 'registration_id' | 'pool_id' | 'sort_key' | 'criteria_values'>;

/** Writes entries of children who begin to wait. */
export async function insertEntries(trx: Db, entries: readonly NewEntry[]): Promise<EntryRecord[]> {
  if (entries.length === 0) return [];
  return trx('waitlist_entries')
    .insert(
      entries.map((entry) => ({
        id: uuidv7(),
        ...entry,
        criteria_values: JSON.stringify(entry.criteria_values),
      })),
    )
    .returning<EntryRecord[]>('*');
}

const waiting = (db: Db, poolId: string) =>
  db('waitlist_entries').where({ pool_id: poolId, status: 'waiting' });

/** The entries of a pool that wait, the first one first. */
export async function waitingEntries(db: Db, poolId: string, limit?: number): Promise<EntryRecord[]> {
  const entries = waiting(db, poolId).orderBy('sort_key');
  if (limit !== undefined) void entries.limit(limit);
  return entries;
}

/** SQL: whether a seat can be offered to an entry: not while its fee, which was taken back after the result, is owed. */
export const IS_PAID = `exists (select from registrations r
  where r.id = waitlist_entries.registration_id and r.payment_status = 'verified')`;

/** The first entries of a pool to which a seat can be offered, in their order. */
export async function offerableEntries(db: Db, poolId: string, limit: number): Promise<EntryRecord[]> {
  return waiting(db, poolId).whereRaw(IS_PAID).orderBy('sort_key').limit(limit);
}

/** How many entries of a pool wait. */
export async function countWaiting(db: Db, poolId: string): Promise<number> {
  const row = await waiting(db, poolId).count<{ n: number | string }[]>('* as n').first();
  return Number(row?.n ?? 0);
}

/** The entry by which a registration waits now. */
export async function waitingEntryOf(db: Db, registrationId: string): Promise<EntryRecord | undefined> {
  return db('waitlist_entries')
    .where({ registration_id: registrationId, status: 'waiting' })
    .first<EntryRecord | undefined>();
}

/** The entries by which registrations wait now, list by list. */
export async function waitingEntriesOf(db: Db, registrationIds: readonly string[]): Promise<EntryRecord[]> {
  return db('waitlist_entries')
    .where({ status: 'waiting' })
    .whereIn('registration_id', registrationIds)
    .orderBy(['pool_id', 'sort_key']);
}

/** An entry by its id. */
export async function readEntry(db: Db, id: string): Promise<EntryRecord | undefined> {
  return db('waitlist_entries').where({ id }).first<EntryRecord | undefined>();
}

/** The entries that a registration had, the newest first. */
export async function entriesOf(db: Db, registrationId: string): Promise<EntryRecord[]> {
  return db('waitlist_entries')
    .where({ registration_id: registrationId })
    .orderBy([
      { column: 'joined_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
}

/** How entries leave a list, and who did it. */
export interface Ending {
  readonly status: Exclude<EntryStatus, 'waiting'>;
  readonly at: Date;
  readonly by: Actor;
}

/** Ends entries that wait, with the event by which they do, under the lock of their pool: the only place that changes their state. */
export async function endEntries(
  trx: Db,
  ids: readonly string[],
  event: NewEvent,
  { status, at, by }: Ending,
): Promise<void> {
  const ended = await trx('waitlist_entries')
    .with('made', trx('waitlist_events').insert(eventRow(event, by)).returning('id'))
    .whereIn('id', ids)
    .where({ status: 'waiting' })
    .update({
      status,
      ended_at: at,
      ended_event: trx.raw('(select id from made)'),
      version: trx.raw('version + 1'),
    });
  if (ended !== ids.length) throw new Error('An entry of a locked list changed');
}

/** Writes values and keys of entries that wait. */
export async function writeKeys(
  trx: Db,
  entries: readonly Pick<EntryRecord, 'id' | 'sort_key' | 'criteria_values'>[],
): Promise<void> {
  await trx.raw(
    `update waitlist_entries w set sort_key = e.sort_key, criteria_values = e.criteria_values, version = w.version + 1
     from jsonb_to_recordset(?::jsonb) as e(id uuid, sort_key text, criteria_values jsonb)
     where w.id = e.id and w.status = 'waiting'`,
    [JSON.stringify(entries.map(({ id, sort_key, criteria_values }) => ({ id, sort_key, criteria_values })))],
  );
}

/** Notes what a family was asked, or that it still waits. */
export async function writeAsking(
  trx: Db,
  id: string,
  asking: Partial<Pick<EntryRecord, 'asked_at' | 'confirmed_at' | 'reminders'>>,
): Promise<void> {
  await trx('waitlist_entries')
    .where({ id, status: 'waiting' })
    .update({ ...asking, version: trx.raw('version + 1') });
}

/** Entries whose family may have to be asked, reminded or given up; those who have waited longest come first. */
export async function entriesToAsk(
  db: Db,
  { confirmed, asked, limit }: { readonly confirmed: Date; readonly asked: Date; readonly limit: number },
): Promise<EntryRecord[]> {
  const { rows } = await db.raw(
    `select * from waitlist_entries where status = 'waiting'
       and (asked_at is null and confirmed_at <= :confirmed
         or asked_at <= :asked::timestamptz - reminders * interval '7 days')
     order by confirmed_at, id limit :limit`,
    { confirmed, asked, limit },
  );
  return rows as EntryRecord[];
}

/** A change of a list, to be written. */
export type NewEvent = Pick<Tables['waitlist_events'], 'pool_id' | 'cause' | 'count'> &
  Partial<Pick<Tables['waitlist_events'], 'entry_id' | 'release_cause' | 'priority' | 'note'>>;

const eventRow = (event: NewEvent, by: Actor) => ({
  ...event,
  actor_id: by.id,
  actor_name: by.name,
  actor_role: by.role,
});

/** Writes a change of a list; returns its id, which is higher than those of all before. */
export async function insertEvent(trx: Db, event: NewEvent, by: Actor): Promise<number> {
  const [made] = await trx('waitlist_events').insert(eventRow(event, by)).returning<{ id: number }[]>('id');
  if (!made) throw new Error('an event of a list was not written');
  return made.id;
}

/** An event of a list with the child that it is about. */
export type EventRecord = Tables['waitlist_events'] & { readonly child_name: string | null };

/** The newest events of a list. */
export async function eventsOf(db: Db, poolId: string, limit: number): Promise<EventRecord[]> {
  return db('waitlist_events as e')
    .leftJoin('waitlist_entries as w', 'w.id', 'e.entry_id')
    .leftJoin('registrations as r', 'r.id', 'w.registration_id')
    .leftJoin('children as c', 'c.id', 'r.child_id')
    .where('e.pool_id', poolId)
    .orderBy('e.id', 'desc')
    .limit(limit)
    .select<EventRecord[]>('e.*', 'c.full_name as child_name');
}

/** The last change of the order's rule, by pool. */
export async function lastRules(db: Db, poolIds: readonly string[]): Promise<Tables['waitlist_events'][]> {
  const { rows } = await db.raw(
    `select distinct on (pool_id) * from waitlist_events where pool_id = any(?) and cause = 'rule_changed'
     order by pool_id, id desc`,
    [[...poolIds]],
  );
  return rows as Tables['waitlist_events'][];
}
