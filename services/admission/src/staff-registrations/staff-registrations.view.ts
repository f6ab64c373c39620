import type {
  StaffRegistrationRow,
  StaffSummary,
  summarizeStaffRegistrations,
} from '@gerbang/contracts/staff-registrations';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { isSelective, type Patterns, searchPatterns } from '@gerbang/service-kit/data/text-search';
import type { List } from '@gerbang/service-kit/http/paging';
import { plannedSlices, slicesById } from '@gerbang/service-kit/http/planned-slices';
import {
  countOf,
  cellsOf,
  inState,
  keptCount,
  sumOf,
} from '../registration-record/registration-counts.repository.ts';
import {
  slotsArePublished,
  exactFilters,
  foundRows,
  matching,
  settled,
  type StaffFilters,
  type StaffListRecord,
  staffRows,
} from '../registration-record/staff-rows.repository.ts';
import { NEITHER, type Reader, toStaffRow } from '../registration-record/staff-row.view.ts';
import type { z } from 'zod';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { isRareStage, STAGES } from '@gerbang/domain/registration-stages';

/** All registrations that match the filters, the newest first by default. */
export function staffList(
  db: Db,
  filters: StaffFilters,
  reader: Reader = NEITHER,
): List<StaffListRecord, StaffRegistrationRow> {
  return {
    table: 'registrations',
    keys: {
      created_at: 'registrations.created_at',
      updated_at: 'registrations.updated_at',
      child_name: 'registrations.child_sort',
      payment_since: 'registrations.payment_since',
    },
    defaultSort: '-created_at',
    rows: () => staffRows(db, filters),
    count: () => countOf(db, filters),
    toItems: (rows) => rows.map((row) => toStaffRow(row, reader)),
  };
}

/** A row of a first page, whose total is read beside the rows: a statement of its own would be half of the way again. */
type PageRecord = StaffListRecord & { readonly total?: number };

/**
 * The pages of the same list, their items as JSON: their type is that of the contract, and checking each once more costs as
 * much as reading it. Those of the usual shapes, searches by whole words among them, are read by statements that are planned
 * once, all others by their ids.
 */
export function createStaffPages(database: Database) {
  const { knex } = database;
  const listed = plannedSlices<PageRecord>(database, 'staff registrations');
  const searched = plannedSlices<PageRecord>(database, 'searched registrations');
  const byId = slicesById<PageRecord>(database, 'staff registrations', () => staffRows(knex, {}));
  return (filters: StaffFilters, reader: Reader): List<PageRecord, string> => {
    const list = staffList(knex, filters, reader);
    const { search, ...others } = settled(filters);
    const exact = exactFilters(others);
    const patterns = searchPatterns(search);
    const isUsual = patterns === null || isSelective(patterns);
    let total: number | undefined;
    return {
      ...list,
      slice: async (part) => {
        // States and level are values of the contract; a year and a search are any text.
        const { academic_year, ...states } = exact ?? {};
        const values: Patterns = { ...(academic_year ? { academic_year } : {}), ...patterns };
        const slices = patterns ? searched : listed;
        const planned =
          exact && isUsual
            ? slices(list, part, states, values, ({ academic_year: year, ...sought }, at) => {
                const columns = { ...states, ...(year && { academic_year: year }) };
                const wanted = columns as StaffFilters;
                if (patterns) return foundRows(knex, list, at, matching(knex, wanted, sought));
                const rows = staffRows(knex, wanted);
                return at.from ? rows : rows.select({ total: keptCount(knex, columns) });
              })
            : null;
        const rows = await (planned ?? byId(list, part, () => matching(knex, filters)));
        total = rows[0]?.total;
        return rows;
      },
      count: async () => total ?? countOf(knex, filters),
      toItems: (rows) => rows.map((row) => JSON.stringify(toStaffRow(row, reader))),
    };
  };
}

/** Counts under these filters; each status and stage is counted as if it were the one chosen. */
export async function summaryOf(
  db: Db,
  { parts_year, ...filters }: z.output<(typeof summarizeStaffRegistrations)['query']>,
): Promise<StaffSummary> {
  const academic_year = parts_year ?? filters.academic_year;
  const year = academic_year === undefined ? {} : { academic_year };
  const [cells, everything, everyYear, unpaid_week, observation_week, to_choose_slot] = await Promise.all([
    cellsOf(db, filters),
    cellsOf(db, year),
    cellsOf(db, {}),
    countOf(db, { payment_status: 'pending', payment_days: '7', ...year }),
    countOf(db, { observation_week: '1', ...year }),
    slotsArePublished(db).then((some) => (some ? countOf(db, { to_choose_slot: '1', ...year }) : undefined)),
  ]);
  const { payment_status, current_stage } = filters;
  const count = (state: Parameters<typeof inState>[1]) => sumOf(inState(cells, state));
  const whole = (state: Parameters<typeof inState>[1]) => sumOf(inState(everything, state));
  const waiting = (state: Parameters<typeof inState>[1]) => sumOf(inState(everyYear, state));
  return {
    total: count({ payment_status, current_stage }),
    payment_status: Object.fromEntries(
      PAYMENT_STATUSES.map((one) => [one, count({ payment_status: one, current_stage })]),
    ) as StaffSummary['payment_status'],
    current_stage: Object.fromEntries(
      STAGES.filter((one) => !isRareStage(one) || whole({ current_stage: one }) > 0).map((one) => [
        one,
        count({ payment_status, current_stage: one }),
      ]),
    ),
    views: {
      to_verify: waiting({ payment_status: 'paid' }),
      to_schedule: waiting({ payment_status: 'verified', current_stage: 'registered' }),
      unpaid_week,
      observation_week,
      ...(to_choose_slot !== undefined && { to_choose_slot }),
      rejected: whole({ payment_status: 'rejected' }),
      all: whole({}),
    },
  };
}
