import type { StaffSummary } from '@gerbang/contracts/admission.types';
import { PAYMENT_STATUSES, type PaymentStatus } from '@gerbang/domain/registration-payments';
import { STAGES, type Stage } from '@gerbang/domain/registration-stages';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { matching, settled, type StaffFilters } from './staff-filters.ts';

/** Rows of differences beyond which they are added up. */
const FOLD_FROM = 1000;

/** How many registrations there are in one state of fee and stage. */
export interface Cell {
  readonly payment_status: PaymentStatus;
  readonly current_stage: Stage;
  readonly n: number;
}

/** The numbers a state for these filters, those by state left out: from the kept counts, or counted where they cannot say. */
export async function cellsOf(db: Db, filters: StaffFilters): Promise<Cell[]> {
  const { payment_status: _status, current_stage: _stage, ...others } = settled(filters);
  if (others.search !== undefined || others.observation_until !== undefined) {
    return matching(db, others)
      .groupBy('payment_status', 'current_stage')
      .select<Cell[]>('payment_status', 'current_stage', db.raw('count(*) as n'));
  }
  return db('registration_counts')
    .where(others.jenjang === undefined ? {} : { jenjang: others.jenjang })
    .where(others.academic_year === undefined ? {} : { academic_year: others.academic_year })
    .groupBy('payment_status', 'current_stage')
    .select<Cell[]>('payment_status', 'current_stage', db.raw('sum(n)::bigint as n'));
}

const sum = (cells: readonly Cell[]): number => cells.reduce((total, { n }) => total + n, 0);

/** Counts under these filters; each status and stage as the list would count it if it were the chosen one (row C21). */
export async function summaryOf(db: Db, filters: StaffFilters): Promise<StaffSummary> {
  const cells = await cellsOf(db, filters);
  const { payment_status: status, current_stage: stage } = filters;
  const ofStatus = cells.filter((cell) => status === undefined || cell.payment_status === status);
  const ofStage = cells.filter((cell) => stage === undefined || cell.current_stage === stage);
  return {
    total: sum(ofStatus.filter((cell) => stage === undefined || cell.current_stage === stage)),
    payment_status: Object.fromEntries(
      PAYMENT_STATUSES.map((one) => [one, sum(ofStage.filter((cell) => cell.payment_status === one))]),
    ) as StaffSummary['payment_status'],
    current_stage: Object.fromEntries(
      STAGES.map((one) => [one, sum(ofStatus.filter((cell) => cell.current_stage === one))]),
    ) as StaffSummary['current_stage'],
  };
}

/** How many registrations the filters leave. */
export async function countOf(db: Db, filters: StaffFilters): Promise<number> {
  const { search, observation_until } = settled(filters);
  if (search === undefined && observation_until === undefined) {
    return (await summaryOf(db, filters)).total;
  }
  const row = await matching(db, filters).count<{ n: number }[]>('* as n');
  return row[0]?.n ?? 0;
}

/** Adds the differences up to one row a state; answers whether there was enough to do. */
export async function foldCounts(database: Database, from = FOLD_FROM): Promise<boolean> {
  const { rowCount } = (await database.knex.raw(
    `with gone as (
       delete from registration_counts where (select count(*) from registration_counts) > ? returning *
     )
     insert into registration_counts
     select academic_year, jenjang, payment_status, current_stage, sum(n) from gone
     group by 1, 2, 3, 4 having sum(n) <> 0`,
    [from],
  )) as { rowCount: number };
  return rowCount > 0;
}
