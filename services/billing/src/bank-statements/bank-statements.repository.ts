import type { listBankLines, summarizeBankLines } from '@gerbang/contracts/bank-statements';
import { LINE_STATUSES, type LineStatus } from '@gerbang/domain/bank-lines';
import type { Db } from '@gerbang/service-kit/data/database';
import { containing } from '@gerbang/service-kit/data/text-search';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Tables } from '../database.types.ts';
import type { FormerStatement } from './check-statement.ts';

export type StatementRecord = Tables['bank_statements'];
export type LineRecord = Tables['bank_lines'];
type Filters = z.output<(typeof summarizeBankLines)['query']>;

/** The statement that was made of the same file. */
export async function findByFile(
  db: Db,
  accountKey: string,
  sha256: Buffer,
): Promise<{ id: string } | undefined> {
  return db('bank_statements')
    .select<{ id: string }[]>('id')
    .where({ account_key: accountKey, file_sha256: sha256 })
    .first();
}

/** Lets one import of an account happen at a time, so that lines of overlapping files are counted once. */
export async function lockAccount(trx: Knex.Transaction, accountKey: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`bank_statements:${accountKey}`]);
}

/** The account's statement that reaches furthest. */
export async function formerStatement(db: Db, accountKey: string): Promise<FormerStatement | null> {
  const row = await db('bank_statements')
    .select<FormerStatement[]>('period_to', 'closing')
    .where({ account_key: accountKey })
    .orderBy([
      { column: 'period_to', order: 'desc' },
      { column: 'imported_at', order: 'desc' },
    ])
    .first();
  return row ?? null;
}

export type NewStatement = Omit<StatementRecord, 'imported_at' | 'checks'> & { readonly checks: string };

export async function insertStatement(
  trx: Knex.Transaction,
  statement: NewStatement,
): Promise<StatementRecord> {
  const [row] = await trx('bank_statements').insert(statement).returning('*');
  return row;
}

export type NewLine = Pick<
  LineRecord,
  | 'id'
  | 'statement_id'
  | 'account_key'
  | 'booked_on'
  | 'valued_on'
  | 'direction'
  | 'amount'
  | 'description'
  | 'bank_reference'
  | 'fingerprint'
  | 'occurrence'
>;

/** Of these lines the places of those that an earlier statement does not hold. */
export async function unknownLines(
  trx: Knex.Transaction,
  accountKey: string,
  lines: readonly Pick<NewLine, 'fingerprint' | 'occurrence'>[],
): Promise<number[]> {
  const { rows } = await trx.raw(
    `select (given.place - 1)::int as place
     from unnest(?::bytea[], ?::int[]) with ordinality as given (fingerprint, occurrence, place)
     where not exists (
       select from bank_lines known where known.account_key = ?
         and known.fingerprint = given.fingerprint and known.occurrence = given.occurrence
     ) order by place`,
    [lines.map((line) => line.fingerprint), lines.map((line) => line.occurrence), accountKey],
  );
  return (rows as { place: number }[]).map(({ place }) => place);
}

const LINES_AT_ONCE = 1000;

export async function insertLines(trx: Knex.Transaction, lines: readonly NewLine[]): Promise<void> {
  if (lines.length > 0) await trx.batchInsert('bank_lines', [...lines], LINES_AT_ONCE);
}

/** Every statement, without order. */
export const listedStatements = (db: Db) => db('bank_statements').select('bank_statements.*');

/** Money that came in; what went out is kept for the checks alone. */
const incoming = (db: Db) => db('bank_lines').where('bank_lines.direction', 'in');

function filtered(rows: Knex.QueryBuilder, { search, from, to, account }: Filters): Knex.QueryBuilder {
  if (from !== undefined) void rows.where('bank_lines.booked_on', '>=', from);
  if (to !== undefined) void rows.where('bank_lines.booked_on', '<=', to);
  if (account !== undefined) void rows.where('bank_lines.account_key', account);
  const pattern = containing(search);
  if (pattern === null) return rows;
  const amount = Number(search?.replace(/^\s*Rp|[\s.]/giu, '') || Number.NaN);
  return rows.andWhere((any) => {
    void any.whereILike('bank_lines.bank_reference', pattern);
    if (Number.isSafeInteger(amount)) void any.orWhere('bank_lines.amount', amount);
  });
}

/** The lines under the filters, without order. */
export function listedLines(db: Db, query: z.output<(typeof listBankLines)['query']>): Knex.QueryBuilder {
  const rows = filtered(incoming(db), query).select('bank_lines.*');
  return query.status === undefined ? rows : rows.where('bank_lines.status', query.status);
}

export type LineSums = Record<LineStatus, { lines: number; amount: number }>;

/** Number and sum in rupiah of the lines under the filters, by status whatever the status filter is. */
export async function sumLines(db: Db, query: Filters): Promise<LineSums> {
  const rows = (await filtered(incoming(db), query)
    .groupBy('status')
    .select('status', db.raw('count(*)::int as lines, sum(amount)::bigint as amount'))) as {
    status: LineStatus;
    lines: number;
    amount: number;
  }[];
  return Object.fromEntries(
    LINE_STATUSES.map((status) => {
      const found = rows.find((row) => row.status === status);
      return [status, { lines: found?.lines ?? 0, amount: found?.amount ?? 0 }];
    }),
  ) as LineSums;
}

/** The line, locked until the transaction ends. */
export async function lockLine(trx: Knex.Transaction, id: string): Promise<LineRecord | undefined> {
  return trx('bank_lines').select<LineRecord[]>('*').where({ id, direction: 'in' }).forUpdate().first();
}

/** Writes a line's new status; its row was locked and checked before. */
export async function updateLine(
  trx: Knex.Transaction,
  present: LineRecord,
  change: Pick<LineRecord, 'status' | 'ignored_reason'>,
): Promise<LineRecord> {
  const [row] = await trx('bank_lines')
    .where({ id: present.id, status: present.status, version: present.version })
    .update({ ...change, version: present.version + 1, updated_at: trx.fn.now() })
    .returning('*');
  if (!row) throw new Error('A bank line changed under its lock');
  return row;
}
