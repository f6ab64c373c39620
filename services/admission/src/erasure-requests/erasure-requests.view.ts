import { shown } from '@gerbang/service-kit/http/shown';
import {
  erasureRequestSchema,
  type listErasures,
  type ErasureRequest,
  type StaffErasureRequest,
} from '@gerbang/contracts/erasure-requests';
import { isErasureOpen } from '@gerbang/domain/erasure-requests';
import { accountOf } from '@gerbang/service-kit/events/accounts';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import {
  erasedWith,
  type ErasureRecord,
  unreportedOf,
  erasures,
  ownErasures,
} from './erasure-requests.repository.ts';
import type { Context } from '../context.ts';

/** A case as its family sees it. */
export function toErasure(record: ErasureRecord, now: Date): ErasureRequest {
  const overdue = isErasureOpen(record.status) && new Date(record.due_at) < now;
  return { ...shown(erasureRequestSchema, record), overdue };
}

/** The cases of a family, for the export of its data. */
export async function exportedErasures(
  { now }: Pick<Context, 'now'>,
  db: Db,
  { userId }: { readonly userId: string },
): Promise<{ readonly erasure_requests: ErasureRequest[] }> {
  const cases = await ownErasures(db, userId);
  return { erasure_requests: cases.map((one) => toErasure(one, now())) };
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

type Query = z.output<(typeof listErasures)['query']>;

/** All cases, open ones first by their clock. */
export function erasureList(context: Context, query: Query): List<ErasureRecord, StaffErasureRequest> {
  const db = context.database.knex;
  return {
    table: 'erasure_requests',
    keys: { due_at: 'erasure_requests.sort_key', received_at: 'erasure_requests.received_at' },
    defaultSort: 'due_at',
    rows: () => erasures(db, query),
    toItems: (records) => Promise.all(records.map((record) => toStaffErasure(db, record, context.now()))),
  };
}
