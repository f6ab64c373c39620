import type { ErasureRequest, StaffErasureRequest } from '@gerbang/contracts/admission.types';
import {
  ERASING_SERVICES,
  type ErasingService,
  type ErasureStatus,
  isErasureOpen,
} from '@gerbang/domain/erasure-requests';
import type { Role } from '@gerbang/domain/roles';
import { accountOf } from '@gerbang/service-kit/events/accounts';
import type { Db } from '@gerbang/service-kit/data/database';

/** A row of `erasure_requests`. */
export interface ErasureRecord {
  readonly id: string;
  readonly user_id: string;
  readonly status: ErasureStatus;
  readonly note: string | null;
  readonly received_at: Date;
  readonly due_at: Date;
  readonly decided_at: Date | null;
  readonly decision_reason: string | null;
  readonly decided_by_name: string | null;
  readonly decided_by_role: Role | null;
  readonly done_at: Date | null;
  readonly version: number;
}

/** Later than any clock: closed cases stand behind the open ones, the newest first. */
const CLOSED = 1e15;

/** Where a case stands in the staff's list. */
export function sortKey(status: ErasureStatus, received: Date, due: Date): number {
  return isErasureOpen(status) ? due.getTime() : CLOSED - received.getTime();
}

const moment = (at: Date | null) => (at === null ? null : new Date(at).toISOString());

/** A case as its family sees it. */
export function toErasure(record: ErasureRecord, now: Date): ErasureRequest {
  const due = new Date(record.due_at);
  return {
    id: record.id,
    version: record.version,
    status: record.status,
    note: record.note,
    received_at: new Date(record.received_at).toISOString(),
    due_at: due.toISOString(),
    overdue: isErasureOpen(record.status) && due < now,
    decided_at: moment(record.decided_at),
    decision_reason: record.decision_reason,
    done_at: moment(record.done_at),
  };
}

async function familyOf(db: Db, userId: string): Promise<StaffErasureRequest['family']> {
  const account = await accountOf(db, userId);
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
  return { name: account?.name ?? null, children: children.length, registrations };
}

/** A case as the administrator sees it. */
export async function toStaffErasure(db: Db, record: ErasureRecord, now: Date): Promise<StaffErasureRequest> {
  const { decided_by_name: name, decided_by_role: role, status } = record;
  const gone = status === 'approved' || status === 'done';
  const reported =
    status === 'approved'
      ? await db('erasure_reports').where({ request_id: record.id }).pluck<ErasingService[]>('service')
      : ERASING_SERVICES;
  return {
    ...toErasure(record, now),
    decided_by_user: role === null ? null : { name, role },
    family: gone ? null : await familyOf(db, record.user_id),
    waiting_for: ERASING_SERVICES.filter((service) => !reported.includes(service)),
  };
}

/** The own cases, the newest first. */
export async function ownErasures(db: Db, userId: string): Promise<ErasureRecord[]> {
  return db('erasure_requests')
    .where({ user_id: userId })
    .orderBy([
      { column: 'received_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
}

/** A case, locked for a change; undefined where there is none. */
export async function lockErasure(trx: Db, id: string): Promise<ErasureRecord | undefined> {
  return trx('erasure_requests').where({ id }).forUpdate().first<ErasureRecord | undefined>();
}

/** Cases whose time is over although nothing was done. */
export async function overdueErasures(db: Db): Promise<number> {
  const row = await db('erasure_requests')
    .whereIn('status', ['received', 'approved'])
    .where('due_at', '<', db.fn.now())
    .count<{ n: number | string }[]>('* as n')
    .first();
  return Number(row?.n ?? 0);
}
