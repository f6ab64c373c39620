import type { Family } from '@gerbang/contracts/families';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { fromAccount, type FromAccount } from '@gerbang/service-kit/events/accounts';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { hasSlots, waitsForSlot } from '../registration-record/slot-waiting.ts';
import { type StaffListRecord, staffRows } from '../registration-record/staff-rows.repository.ts';

export type NoteRecord = Tables['family_notes'];
export type FamilyRecord = Pick<Tables['parents'], 'father_name' | 'mother_name' | 'contact_phone'> &
  FromAccount & { readonly id: string };

/** The account of the family that this id names, its own or that of one of its registrations. */
const NAMED = `accounts.role = 'wali_murid' and accounts.id in (
    select :id::uuid union select owner.user_id from registrations
    join children on children.id = registrations.child_id join parents owner on owner.id = children.parent_id
    where registrations.id = :id and registrations.deleted_at is null)
  and not exists (select from erasure_requests
    where erasure_requests.user_id = accounts.id and erasure_requests.status in ('approved', 'done'))`;

/** The family that this id names; undefined where there is none, or its data are erased. */
export async function findFamily(db: Db, id: string): Promise<FamilyRecord | undefined> {
  return db('accounts')
    .leftJoin('parents', 'parents.user_id', 'accounts.id')
    .whereRaw(NAMED, { id })
    .first<FamilyRecord | undefined>(
      'accounts.id',
      'parents.father_name',
      'parents.mother_name',
      'parents.contact_phone',
      db.raw(fromAccount('parents', 'accounts.id')),
    );
}

/** The account of that family, which an erasure waits for until the transaction ends. */
export async function keepFamily(trx: Db, id: string): Promise<string | undefined> {
  const row = await trx('accounts')
    .whereRaw(NAMED, { id })
    .forKeyShare()
    .first<{ id: string } | undefined>('id');
  return row?.id;
}

/** The registrations of a family as the staff's list shows them, the newest first. */
export async function registrationsOf(
  db: Db,
  userId: string,
): Promise<(StaffListRecord & Pick<Family['registrations'][number], 're_enrolled' | 'chooses_slot'>)[]> {
  return staffRows(db, {})
    .where('parents.user_id', userId)
    .select(
      db.raw('registrations.re_enrolled_on is not null as re_enrolled'),
      db.raw(`(${waitsForSlot('registrations')} and ${hasSlots('registrations')}) as chooses_slot`),
    )
    .orderBy([{ column: 'registrations.created_at', order: 'desc' }, 'registrations.id']);
}

/** The children of a family without a registration. */
export async function unregisteredOf(
  db: Db,
  userId: string,
): Promise<Pick<Tables['children'], 'id' | 'full_name'>[]> {
  return db('children')
    .join('parents', 'parents.id', 'children.parent_id')
    .where('parents.user_id', userId)
    .whereNull('children.deleted_at')
    .whereRaw(
      `not exists (select from registrations where registrations.child_id = children.id
         and registrations.deleted_at is null)`,
    )
    .orderBy('children.id')
    .select('children.id', 'children.full_name');
}

/** What a family asked and the school has not decided, the oldest first. */
export async function requestsOf(db: Db, userId: string): Promise<Family['requests']> {
  const { rows } = await db.raw<{ rows: Family['requests'] }>(
    `select kind, child_name from (
        select kind, children.full_name as child_name, asked.at from (
          select 'correction' as kind, registration_id, created_at as at from correction_requests where status = 'open'
          union all select 'withdrawal', registration_id, created_at from withdrawals where status = 'requested'
        ) as asked
        join registrations on registrations.id = asked.registration_id and registrations.deleted_at is null
        join children on children.id = registrations.child_id
        join parents on parents.id = children.parent_id and parents.user_id = :userId
        union all select 'erasure', null, received_at from erasure_requests
        where user_id = :userId and status = 'received'
      ) as requests order by at`,
    { userId },
  );
  return rows;
}

/** The notes about a family, the newest first. */
export async function notesOf(db: Db, userId: string): Promise<NoteRecord[]> {
  return db('family_notes')
    .where({ user_id: userId })
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .select('*');
}

/** Adds a note: the only writer of notes. */
export async function insertNote(
  trx: Db,
  {
    userId,
    text,
    by,
    at,
  }: { readonly userId: string; readonly text: string; readonly by: Actor; readonly at: Date },
): Promise<NoteRecord> {
  const [row] = await trx('family_notes')
    .insert({ id: uuidv7(), user_id: userId, text, by_id: by.id, by_name: by.name, by_role: by.role, at })
    .returning<NoteRecord[]>('*');
  if (!row) throw new Error('a note without a row');
  return row;
}
