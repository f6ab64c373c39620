import type { ErasureRequest, StaffErasureRequest } from '@gerbang/contracts/admission.types';
import { isErasureOpen } from '@gerbang/domain/erasure-requests';
import { accountOf } from '@gerbang/service-kit/events/accounts';
import type { Db } from '@gerbang/service-kit/data/database';
import { erasedWith, type ErasureRecord, unreportedOf } from './erasure-requests.repository.ts';

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
  return { name: account?.name ?? null, ...(await erasedWith(db, userId)) };
}

/** A case as the administrator sees it. */
export async function toStaffErasure(db: Db, record: ErasureRecord, now: Date): Promise<StaffErasureRequest> {
  const { decided_by_name: name, decided_by_role: role, status } = record;
  const gone = status === 'approved' || status === 'done';
  return {
    ...toErasure(record, now),
    decided_by_user: role === null ? null : { name, role },
    family: gone ? null : await familyOf(db, record.user_id),
    waiting_for: status === 'approved' ? await unreportedOf(db, record.id) : [],
  };
}
