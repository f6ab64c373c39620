import type { listBankLines, summarizeBankLines } from '@gerbang/contracts/bank-statements';
import { LINE_STATUSES, type LineStatus } from '@gerbang/domain/bank-lines';
import { CONFIDENCES, type Confidence } from '@gerbang/domain/bank-matches';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { filteredLines, statusesOf } from './bank-statements.repository.ts';

type Filters = z.output<(typeof summarizeBankLines)['query']>;

/** Rows of differences beyond which they are added up. */
const FOLD_FROM = 1000;

interface Sum {
  readonly lines: number;
  readonly amount: number;
}
type Named<Name extends string> = Sum & { readonly name: Name };

const SUM = 'count(*)::int as lines, sum(bank_lines.amount)::bigint as amount';

/** Whether kept counts tell what these filters leave. */
const isCounted = ({ search, from, to, direction }: Filters) =>
  (search?.trim() ?? '') === '' && from === undefined && to === undefined && direction !== 'out';

const kept = (db: Db, { account }: Filters) =>
  db('bank_line_counts').where(account === undefined ? {} : { account_key: account });

/** Lines with proposals and how sure these are: the matcher proposes nothing beside what is surest. */
const proposals = (db: Db) =>
  db('bank_matches').where({ status: 'proposed' }).distinct('line_id', 'confidence');

/** The sums of all names, 0 where there is no row. */
function sumsOf<Name extends string>(names: readonly Name[], rows: readonly Named<Name>[]) {
  return Object.fromEntries(
    names.map((name) => {
      const { lines = 0, amount = 0 } = rows.find((row) => row.name === name) ?? {};
      return [name, { lines, amount }];
    }),
  ) as Record<Name, Sum>;
}

/**
 * Number and sum in rupiah of the lines under the filters, by status and by how sure the proposals are, whatever these two
 * filters are; by status from kept counts where possible.
 */
export async function sumLines(
  db: Db,
  query: Filters,
): Promise<{ status: Record<LineStatus, Sum>; confidence: Record<Confidence, Sum> }> {
  const byStatus: Knex.QueryBuilder = isCounted(query)
    ? kept(db, query).select(
        'status as name',
        db.raw('sum(lines)::int as lines, sum(amount)::bigint as amount'),
      )
    : filteredLines(db, query).select('status as name', db.raw(SUM));
  const status: Named<LineStatus>[] = await byStatus.groupBy('status');
  const confidence: Named<Confidence>[] = await filteredLines(db, query)
    .where('bank_lines.status', 'proposed')
    .join(proposals(db).as('proposals'), 'proposals.line_id', 'bank_lines.id')
    .groupBy('proposals.confidence')
    .select('proposals.confidence as name', db.raw(SUM));
  return { status: sumsOf(LINE_STATUSES, status), confidence: sumsOf(CONFIDENCES, confidence) };
}

/** How many lines have proposals of this confidence: all of such a line are of one, and no other line has any. */
async function proposedLines(db: Db, confidence: Confidence): Promise<number> {
  const [row] = await db('bank_matches')
    .where({ status: 'proposed', confidence })
    .countDistinct<{ lines: number | string }[]>('line_id as lines');
  return Number(row?.lines ?? 0);
}

/** How to count a list of lines from kept counts or its proposals alone; null where only its rows tell. */
export function keptCount(
  db: Db,
  query: z.output<(typeof listBankLines)['query']>,
): (() => Promise<number>) | null {
  const { id, status, confidence, account } = query;
  if (!isCounted(query) || id !== undefined) return null;
  if (confidence !== undefined) {
    const proposed = status === undefined || statusesOf(status).includes('proposed');
    return account === undefined && proposed ? () => proposedLines(db, confidence) : null;
  }
  return async () => {
    const [row] = await kept(db, query)
      .whereIn('status', status === undefined ? LINE_STATUSES : statusesOf(status))
      .sum<{ lines: number | null }[]>('lines as lines');
    return Number(row?.lines ?? 0);
  };
}

/** Adds the differences up to one row an account and status; returns whether there were enough of them. */
export async function foldLineCounts(database: Database, from = FOLD_FROM): Promise<boolean> {
  const { rowCount } = (await database.knex.raw(
    `with gone as (
       delete from bank_line_counts where (select count(*) from bank_line_counts) > ? returning *
     )
     insert into bank_line_counts
     select account_key, status, sum(lines), sum(amount) from gone group by 1, 2
     having sum(lines) <> 0 or sum(amount) <> 0`,
    [from],
  )) as { rowCount: number };
  return rowCount > 0;
}
