import type { Confirmation, ConfirmationSummary } from '@gerbang/contracts/billing.types';
import type {
  listConfirmations,
  listStaffConfirmations,
  summarizeConfirmations,
} from '@gerbang/contracts/enrollment-confirmations';
import {
  type BillingStatus,
  CONFIRMATION_GROUPS,
  type ConfirmationGroup,
  type ConfirmationStatus,
  confirmationGroup,
} from '@gerbang/domain/enrollment-confirmations';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import { textSearch } from '@gerbang/service-kit/data/text-search';
import { containing } from '@gerbang/service-kit/data/search';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { toConfirmation } from './enrollment-confirmations.view.ts';
import {
  type ConfirmationRecord,
  confirmations,
  ownConfirmations,
} from './enrollment-confirmations.repository.ts';

type OwnQuery = z.output<(typeof listConfirmations)['query']>;
type StaffQuery = z.output<(typeof listStaffConfirmations)['query']>;
type SummaryQuery = z.output<(typeof summarizeConfirmations)['query']>;

const KEYS = {
  submitted_at: 'enrollment_confirmations.submitted_at',
  updated_at: 'enrollment_confirmations.updated_at',
};

function listOf(rows: () => Knex.QueryBuilder): List<ConfirmationRecord, Confirmation> {
  return {
    table: 'enrollment_confirmations',
    keys: KEYS,
    defaultSort: '-submitted_at',
    rows,
    toItems: (records) => records.map(toConfirmation),
  };
}

/** The own confirmations that the query asks for (authorization row E01). */
export function ownList(db: Db, userId: string, query: OwnQuery): List<ConfirmationRecord, Confirmation> {
  return listOf(() => {
    const rows = ownConfirmations(db, userId);
    if (query.status) void rows.where('enrollment_confirmations.status', query.status);
    if (query.jenjang) void rows.where('registrations.jenjang', query.jenjang);
    const pattern = containing(query.search);
    if (pattern === null) return rows;
    return rows.andWhere((any) => {
      void any
        .whereILike('registrations.child_name', pattern)
        .orWhereILike('registrations.child_nick_name', pattern)
        .orWhereILike('registrations.jenjang', pattern);
    });
  });
}

/** The states of each counter, worked out from the one rule. */
function statesOf(group: ConfirmationGroup): (readonly [ConfirmationStatus, BillingStatus])[] {
  const states = [
    ['pending', 'pending'],
    ['submitted', 'pending'],
    ['processed', 'pending'],
    ['processed', 'invoice_generated'],
    ['completed', 'invoice_generated'],
    ['declined', 'pending'],
  ] as const;
  return states.filter(([status, payment_status]) => confirmationGroup({ status, payment_status }) === group);
}

function matching(rows: Knex.QueryBuilder, query: SummaryQuery): Knex.QueryBuilder {
  if (query.jenjang) void rows.where('registrations.jenjang', query.jenjang);
  if (query.academic_year) void rows.where('registrations.academic_year', query.academic_year);
  const search = textSearch(query.search, 'registrations.search_text');
  return search === null ? rows : rows.andWhere(search);
}

/** All confirmations that the query asks for, newest first unless said otherwise (authorization row E04). */
export function staffList(db: Db, query: StaffQuery): List<ConfirmationRecord, Confirmation> {
  return listOf(() => {
    const rows = confirmations(db);
    if (query.id) void rows.where('enrollment_confirmations.id', query.id);
    if (query.status) void rows.where('enrollment_confirmations.status', query.status);
    if (query.group) {
      void rows.whereIn(
        ['enrollment_confirmations.status', 'enrollment_confirmations.payment_status'],
        statesOf(query.group).map((state) => [...state]),
      );
    }
    return matching(rows, query);
  });
}

/** The four counters (Precisions, Re-enrolment: pending + submitted, processed without scheme, with scheme, declined). */
export async function summarize(db: Db, query: SummaryQuery): Promise<ConfirmationSummary> {
  const rows = matching(
    db('enrollment_confirmations').join(
      'registrations',
      'registrations.id',
      'enrollment_confirmations.registration_id',
    ),
    query,
  );
  const cells = (await rows
    .groupBy('enrollment_confirmations.status', 'enrollment_confirmations.payment_status')
    .select(
      'enrollment_confirmations.status',
      'enrollment_confirmations.payment_status',
      db.raw('count(*) as n'),
    )) as { status: ConfirmationStatus; payment_status: BillingStatus; n: number }[];
  const counts = Object.fromEntries(CONFIRMATION_GROUPS.map((group) => [group, 0])) as ConfirmationSummary;
  for (const cell of cells) counts[confirmationGroup(cell)] += cell.n;
  return counts;
}
