import type {
  listConfirmations,
  listStaffConfirmations,
  summarizeConfirmations,
  Confirmation,
  ConfirmationSummary,
} from '@gerbang/contracts/enrollment-confirmations';
import {
  type BillingStatus,
  CONFIRMATION_GROUPS,
  type ConfirmationGroup,
  type ConfirmationStatus,
  confirmationGroup,
} from '@gerbang/domain/enrollment-confirmations';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { nameSearch } from '@gerbang/service-kit/data/text-search';
import type { List } from '@gerbang/service-kit/http/paging';
import { plannedSlices } from '@gerbang/service-kit/http/planned-slices';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { searchedRegistrations } from '../registrations/registrations.repository.ts';
import {
  type ConfirmationRecord,
  confirmations,
  joinedConfirmations,
  ownConfirmations,
} from './enrollment-confirmations.repository.ts';
import { toConfirmation } from './enrollment-confirmations.view.ts';

type OwnQuery = z.output<(typeof listConfirmations)['query']>;
type StaffQuery = z.output<(typeof listStaffConfirmations)['query']>;
type SummaryQuery = z.output<(typeof summarizeConfirmations)['query']>;
type Filters = Omit<SummaryQuery, 'parts_year'>;

const LIST = {
  table: 'enrollment_confirmations',
  keys: {
    submitted_at: 'enrollment_confirmations.submitted_at',
    updated_at: 'enrollment_confirmations.updated_at',
  },
  defaultSort: '-submitted_at',
  toItems: (records: ConfirmationRecord[]) => records.map(toConfirmation),
};

/** Every pair of statuses that a confirmation can have. */
const STATES = [
  ['pending', 'pending'],
  ['submitted', 'pending'],
  ['processed', 'pending'],
  ['processed', 'invoice_generated'],
  ['completed', 'invoice_generated'],
  ['declined', 'pending'],
] as const;

/** The pairs of statuses that the domain counts in this group. */
function statesOf(group: ConfirmationGroup): ConfirmationStatus[][] {
  return STATES.filter(
    ([status, payment_status]) => confirmationGroup({ status, payment_status }) === group,
  ).map((state) => [...state] as ConfirmationStatus[]);
}

function filtered(rows: Knex.QueryBuilder, query: Filters): Knex.QueryBuilder {
  if (query.jenjang) void rows.where('registrations.jenjang', query.jenjang);
  if (query.academic_year) void rows.where('registrations.academic_year', query.academic_year);
  const search = searchedRegistrations(query.search);
  return search === null ? rows : rows.whereIn('registrations.id', search);
}

/** The confirmations of a family under the query's filters. */
export function ownConfirmationList(
  db: Db,
  userId: string,
  query: OwnQuery,
): List<ConfirmationRecord, Confirmation> {
  const found = nameSearch(query.search, {
    names: ['registrations.child_name', 'registrations.child_nick_name'],
    others: ['registrations.jenjang'],
  });
  return {
    ...LIST,
    rows: () => {
      const rows = ownConfirmations(db, userId);
      if (query.status) void rows.where('enrollment_confirmations.status', query.status);
      if (query.jenjang) void rows.where('registrations.jenjang', query.jenjang);
      return found === null ? rows : rows.andWhere(found);
    },
  };
}

function staffRows(db: Db, query: StaffQuery): Knex.QueryBuilder {
  const rows = confirmations(db);
  if (query.id) void rows.where('enrollment_confirmations.id', query.id);
  if (query.status) void rows.where('enrollment_confirmations.status', query.status);
  if (query.group) {
    void rows.whereIn(
      ['enrollment_confirmations.status', 'enrollment_confirmations.payment_status'],
      statesOf(query.group),
    );
  }
  return filtered(rows, query);
}

/** All confirmations under the staff's filters, the newest first by default. */
export function createStaffConfirmationList(database: Database) {
  const slices = plannedSlices<ConfirmationRecord>(database, 'staff confirmations');
  return (query: StaffQuery): List<ConfirmationRecord, Confirmation> => ({
    ...LIST,
    rows: () => staffRows(database.knex, query),
    slice: (part) => {
      const { search, id, academic_year, status, group, jenjang } = query;
      if (search !== undefined || id !== undefined) return null;
      const states = { status, group, jenjang };
      return slices(LIST, part, states, academic_year ? { academic_year } : {}, (given) =>
        staffRows(database.knex, { ...states, ...given }),
      );
    },
  });
}

/** The four counters under the query's filters. */
async function groupsOf(db: Db, query: Filters): Promise<ConfirmationSummary> {
  const cells = (await filtered(joinedConfirmations(db), query)
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

/** The four counters of the staff's list under the query's filters; the work that is left is counted in every year. */
export async function countConfirmationGroups(
  db: Db,
  { parts_year, academic_year = parts_year, ...filters }: SummaryQuery,
): Promise<ConfirmationSummary> {
  const [everyYear, ofYear] = await Promise.all([
    groupsOf(db, filters),
    academic_year === undefined ? undefined : groupsOf(db, { ...filters, academic_year }),
  ]);
  const { waiting, confirmed } = everyYear;
  return { ...(ofYear ?? everyYear), waiting, confirmed };
}
