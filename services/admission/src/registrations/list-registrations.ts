import type { RegistrationRow } from '@gerbang/contracts/admission.types';
import type { listRegistrations } from '@gerbang/contracts/registrations';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import { containing } from '@gerbang/service-kit/data/search';
import type { z } from 'zod';
import { toRegistrationRow } from './registrations.view.ts';
import { ownRegistrations, type RegistrationListRecord } from './registrations.repository.ts';

type Query = z.output<NonNullable<(typeof listRegistrations)['query']>>;

const FILTERS = ['payment_status', 'current_stage', 'jenjang'] as const;

function filtered(db: Db, userId: string, query: Query) {
  const rows = ownRegistrations(db, userId);
  for (const field of FILTERS) {
    const value = query[field];
    if (value !== undefined) void rows.where(`registrations.${field}`, value);
  }
  const pattern = containing(query.search);
  if (pattern === null) return rows;
  return rows.andWhere((any) => {
    void any
      .whereILike('children.full_name', pattern)
      .orWhereILike('children.nick_name', pattern)
      .orWhereILike('registrations.jenjang', pattern);
  });
}

/** The family's registrations that match the query, the newest first. */
export function registrationList(
  db: Db,
  userId: string,
  query: Query,
): List<RegistrationListRecord, RegistrationRow> {
  return {
    table: 'registrations',
    keys: { created_at: 'registrations.created_at' },
    defaultSort: '-created_at',
    rows: () => filtered(db, userId, query),
    toItems: (rows) => rows.map(toRegistrationRow),
  };
}
