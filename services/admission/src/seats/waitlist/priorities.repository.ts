import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../../database.types.ts';
import { SEAT_JOBS } from '../../registration-record/system-actor.ts';

/** A row of `registration_priorities`. */
export type PriorityRecord = Tables['registration_priorities'];

/** The priorities of registrations that staff have confirmed. */
export async function confirmedPriorities(
  db: Db,
  ids: readonly string[],
): Promise<Pick<PriorityRecord, 'registration_id' | 'kind'>[]> {
  return db('registration_priorities')
    .whereIn('registration_id', ids)
    .where({ confirmed: true })
    .select('registration_id', 'kind');
}

/** All priorities of registrations, proposed ones too. */
export async function prioritiesOf(db: Db, ids: readonly string[]): Promise<PriorityRecord[]> {
  return db('registration_priorities')
    .whereRaw('registration_id = any(?)', [[...ids]])
    .orderBy(['registration_id', 'kind']);
}

/**
 * Proposes the priority of siblings for children who wait and whose family has another child accepted or enrolled; without
 * ids for all who wait, because a sibling may be accepted later. Returns how many are new.
 */
export async function proposeSiblings(db: Db, ids?: readonly string[]): Promise<number> {
  const which = ids
    ? 'any(:ids)'
    : `any(select registration_id from waitlist_entries where status = 'waiting')`;
  const { rowCount } = (await db.raw(
    `insert into registration_priorities (registration_id, kind, confirmed, by_id, by_name, by_role)
     select r.id, 'sibling', false, :id, :name, :role
     from registrations r join children c on c.id = r.child_id
     where r.id = ${which} and exists (
       select from children s join registrations o on o.child_id = s.id
       where s.parent_id = c.parent_id and s.id <> c.id and o.deleted_at is null
         and o.current_stage in ('passed', 'reenroll_required'))
     on conflict (registration_id, kind) do nothing`,
    { ...SEAT_JOBS, ...(ids && { ids: [...ids] }) },
  )) as { rowCount: number };
  return rowCount;
}

/** Writes a priority as staff decided it. */
export async function writePriority(
  trx: Db,
  priority: Pick<PriorityRecord, 'registration_id' | 'kind' | 'confirmed' | 'note'>,
  by: Actor,
): Promise<void> {
  await trx('registration_priorities')
    .insert({ ...priority, by_id: by.id, by_name: by.name, by_role: by.role, at: trx.fn.now() })
    .onConflict(['registration_id', 'kind'])
    .merge(['confirmed', 'note', 'by_id', 'by_name', 'by_role', 'at']);
}
