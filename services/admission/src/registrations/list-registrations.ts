import type { RegistrationRow } from '@gerbang/contracts/admission.types';
import type { listRegistrations } from '@gerbang/contracts/registrations';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import { toRegistrationRow } from './registrations.view.ts';
import { findOwnRegistrations, type RegistrationListRecord } from './registrations.repository.ts';

type Query = z.output<NonNullable<(typeof listRegistrations)['query']>>;

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
    rows: () => findOwnRegistrations(db, userId, query),
    toItems: (rows) => rows.map(toRegistrationRow),
  };
}
