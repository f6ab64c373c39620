import type { PaymentStatus } from '@gerbang/domain/registration-payments';
import type { Stage } from '@gerbang/domain/registration-stages';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import {
  type ExactFilters,
  exactFilters,
  matching,
  settled,
  type StaffFilters,
} from './staff-rows.repository.ts';

/** Rows of differences beyond which they are added up. */
const FOLD_FROM = 1000;

/** The number of registrations in one state of fee and stage. */
export interface Cell {
  readonly payment_status: PaymentStatus;
  readonly current_stage: Stage;
  readonly n: number;
}

/** The counts by state under these filters, those by state ignored: from the kept counts where possible, else counted. */
export async function cellsOf(db: Db, filters: StaffFilters): Promise<Cell[]> {
  const { payment_status: _status, current_stage: _stage, ...others } = settled(filters);
  const columns = exactFilters(others);
  const rows: Knex.QueryBuilder = columns ? db('registration_counts').where(columns) : matching(db, others);
  return rows
    .groupBy('payment_status', 'current_stage')
    .select<Cell[]>(
      'payment_status',
      'current_stage',
      db.raw(columns ? 'sum(n)::bigint as n' : 'count(*) as n'),
    );
}

/** The cells in this state; undefined = any. */
export function inState(
  cells: readonly Cell[],
  { payment_status, current_stage }: Pick<StaffFilters, 'payment_status' | 'current_stage'>,
): Cell[] {
  return cells.filter(
    (cell) =>
      (payment_status === undefined || cell.payment_status === payment_status) &&
      (current_stage === undefined || cell.current_stage === current_stage),
  );
}

export const sumOf = (cells: readonly Cell[]): number => cells.reduce((total, { n }) => total + n, 0);

/** A query of the kept number of registrations whose columns have these values. */
export const keptCount = (db: Db, columns: ExactFilters) =>
  db('registration_counts')
    .where(columns)
    .select<{ n: number }[]>(db.raw('coalesce(sum(n), 0)::bigint as n'));

/** The number of registrations that match the filters. */
export async function countOf(db: Db, filters: StaffFilters): Promise<number> {
  const columns = exactFilters(filters);
  const [row] = await (columns
    ? keptCount(db, columns)
    : matching(db, filters).count<{ n: number }[]>('* as n'));
  return row?.n ?? 0;
}

/** Adds the differences up to one row a state; returns whether there were enough of them. */
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
