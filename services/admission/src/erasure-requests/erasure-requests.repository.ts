import {
  ERASING_SERVICES,
  ERASURE_MACHINE,
  type ErasingService,
  type ErasureStatus,
  isErasureOpen,
} from '@gerbang/domain/erasure-requests';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Db } from '@gerbang/service-kit/data/database';
import { nameSearch } from '@gerbang/service-kit/data/text-search';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';

/** A row of `erasure_requests`. */
export type ErasureRecord = Tables['erasure_requests'];

/** Later than any clock: closed cases come after the open ones, the newest first. */
const CLOSED = 1e15;

/** The place of a case in the staff's list. */
function sortKey(status: ErasureStatus, received: Date, due: Date): number {
  return isErasureOpen(status) ? due.getTime() : CLOSED - received.getTime();
}

/** Opens a case; undefined where the account has an open one. */
export async function insertErasure(
  trx: Db,
  { userId, note, received, due }: { userId: string; note: string | null; received: Date; due: Date },
): Promise<ErasureRecord | undefined> {
  const [record] = await trx('erasure_requests')
    .insert({
      id: uuidv7(),
      user_id: userId,
      note,
      received_at: received,
      due_at: due,
      sort_key: sortKey('received', received, due),
    })
    .onConflict(trx.raw("(user_id) where status in ('received', 'approved')"))
    .ignore()
    .returning<ErasureRecord[]>('*');
  return record;
}

/** A case, locked for a change; undefined where there is none. */
export async function lockErasure(trx: Db, id: string): Promise<ErasureRecord | undefined> {
  return trx('erasure_requests').where({ id }).forUpdate().first<ErasureRecord | undefined>();
}

/** Writes the next status of a locked case with the columns that come with it: the only place that does. */
export async function writeErasure(
  trx: Db,
  present: ErasureRecord,
  to: ErasureStatus,
  by: 'staff' | 'system',
  fields: Partial<Omit<ErasureRecord, 'id' | 'status' | 'version'>>,
): Promise<ErasureRecord> {
  assertEdge(ERASURE_MACHINE, present.status, { to, by });
  const [record] = await trx('erasure_requests')
    .where({ id: present.id })
    .update({
      ...fields,
      status: to,
      sort_key: sortKey(to, new Date(present.received_at), new Date(present.due_at)),
      version: present.version + 1,
    })
    .returning<ErasureRecord[]>('*');
  if (!record) throw new Error('a case that was locked is gone');
  return record;
}

/** Records that a service has erased the family's data; returns the services that have not yet. */
export async function recordErased(
  trx: Db,
  requestId: string,
  service: ErasingService,
): Promise<ErasingService[]> {
  await trx('erasure_reports')
    .insert({ request_id: requestId, service })
    .onConflict(['request_id', 'service'])
    .ignore();
  return unreportedOf(trx, requestId);
}

/** The services that have not reported yet, in the order of the list. */
export async function unreportedOf(db: Db, requestId: string): Promise<ErasingService[]> {
  const reported = await db('erasure_reports').where({ request_id: requestId }).pluck<string[]>('service');
  return ERASING_SERVICES.filter((service) => !reported.includes(service));
}

/** The cases of this account, the newest first. */
export async function ownErasures(db: Db, userId: string): Promise<ErasureRecord[]> {
  return db('erasure_requests')
    .where({ user_id: userId })
    .orderBy([
      { column: 'received_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
}

/** All cases that match. */
export function erasures(db: Db, { status, search }: { status?: ErasureStatus; search?: string }) {
  const rows = db('erasure_requests').select('erasure_requests.*');
  if (status) void rows.where('erasure_requests.status', status);
  const found = nameSearch(search, { names: ['accounts.name'] });
  if (found === null) return rows;
  return rows.whereExists(db('accounts').whereRaw('accounts.id = erasure_requests.user_id').andWhere(found));
}

/** The registrations that would be erased with an account, and the number of its children. */
export async function erasedWith(db: Db, userId: string) {
  const children = await db('children')
    .join('parents', 'parents.id', 'children.parent_id')
    .where('parents.user_id', userId)
    .whereNull('children.deleted_at')
    .pluck<string[]>('children.id');
  const registrations = await db('registrations')
    .join('children', 'children.id', 'registrations.child_id')
    .whereIn('registrations.child_id', children)
    .whereNull('registrations.deleted_at')
    .orderBy('registrations.id')
    .select(
      'registrations.registration_number',
      'children.full_name as child_name',
      'registrations.current_stage',
      'registrations.payment_status',
      'registrations.locked',
    );
  return { children: children.length, registrations };
}

/** The number of open cases whose time is over. */
export async function overdueErasures(db: Db): Promise<number> {
  const row = await db('erasure_requests')
    .whereIn('status', ['received', 'approved'])
    .where('due_at', '<', db.fn.now())
    .count<{ n: number | string }[]>('* as n')
    .first();
  return Number(row?.n ?? 0);
}
