import type { StaffErasureRequest } from '@gerbang/contracts/admission.types';
import type { listErasures } from '@gerbang/contracts/erasure-requests';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type ErasureRecord, erasures } from './erasure-requests.repository.ts';
import { toStaffErasure } from './erasure-requests.view.ts';

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
