import type { listBankLines, summarizeBankLines } from '@gerbang/contracts/bank-statements';
import { type LineDirection, type LineStatus, UNDECIDED_LINES } from '@gerbang/domain/bank-lines';
import type { Db } from '@gerbang/service-kit/data/database';
import { containing, nameSearch, numberSearch } from '@gerbang/service-kit/data/text-search';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Tables } from '../database.types.ts';
import { searchedRegistrations } from '../registrations/registrations.repository.ts';
import type { FormerStatement } from './check-statement.ts';

/** A statement, with the name of the school's own shape with which it was read. */
export type StatementRecord = Tables['bank_statements'] & { readonly profile_name: string | null };
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
  { profile_name, ...statement }: NewStatement,
): Promise<StatementRecord> {
  const [row] = await trx('bank_statements').insert(statement).returning('*');
  return { ...row, profile_name };
}

export type NewLine = Pick<
  Tables['bank_lines'],
  | 'id'
  | 'statement_id'
  | 'account_key'
  | 'booked_on'
  | 'valued_on'
  | 'direction'
  | 'amount'
  | 'description'
  | 'bank_reference'
  | 'balance'
  | 'fingerprint'
  | 'occurrence'
  | 'status'
  | 'doubt'
  | 'doubt_line_id'
  | 'refund_id'
  | 'refund_by'
>;

/** Keeps lines, some hundred at once. */
export async function insertLines(trx: Knex.Transaction, lines: readonly NewLine[]): Promise<void> {
  const rows = lines.map((line) => ({ ...line, fingerprint: `\\x${line.fingerprint.toString('hex')}` }));
  await trx.raw(
    `insert into bank_lines (id, statement_id, account_key, booked_on, valued_on, direction, amount, description,
       bank_reference, balance, fingerprint, occurrence, status, doubt, doubt_line_id, refund_id, refund_by)
     select * from jsonb_to_recordset(?) as made (id uuid, statement_id uuid, account_key text, booked_on date,
       valued_on date, direction text, amount bigint, description text, bank_reference text, balance bigint, fingerprint bytea,
       occurrence int, status text, doubt text, doubt_line_id uuid, refund_id uuid, refund_by text)`,
    [JSON.stringify(rows)],
  );
}

/**
 * Makes this connection plan its statements again after many rows were inserted: plans of a time when there were few read all of
 * them, for each row that refers to one.
 */
export async function forgetPlans(trx: Knex.Transaction): Promise<void> {
  await trx.raw('discard plans');
}

/** Every statement, without order. */
export const listedStatements = (db: Db) =>
  db('bank_statements')
    .leftJoin('statement_profiles as own', 'own.id', 'bank_statements.own_profile_id')
    .select('bank_statements.*', 'own.name as profile_name');

/** Money that came in, or went out. */
const moved = (db: Db, direction: LineDirection = 'in') =>
  db('bank_lines').where('bank_lines.direction', direction);

/** The amount that a search names; not a number where it names none. */
const amountIn = (search: string | undefined) => Number(search?.replace(/^\s*Rp|[\s.]/giu, '') || Number.NaN);

/** Outgoing lines by amount, and by number or child of the refund that they are of. */
function foundOutgoing(db: Db, search: string | undefined): ((rows: Knex.QueryBuilder) => void) | null {
  const pattern = containing(search);
  const named = nameSearch(search, { names: ['registrations.search_text'] });
  if (pattern === null || named === null) return null;
  const refunds = db('refunds')
    .join('registrations', 'registrations.id', 'refunds.registration_id')
    .where((any) => void any.where(named).orWhereILike('refunds.number', pattern));
  const amount = amountIn(search);
  return (rows) => {
    void rows
      .from(moved(db, 'out').whereIn('refund_id', refunds.clone().select('refunds.id')).as('of_refund'))
      .select('id')
      .union(refunds.whereNotNull('bank_line_id').select('bank_line_id'));
    if (Number.isSafeInteger(amount)) void rows.union(moved(db, 'out').where({ amount }).select('id'));
  };
}

/** Lines by amount or bank reference, and by number or name of what they may pay or have paid. */
function foundLines(db: Db, search: string | undefined): ((rows: Knex.QueryBuilder) => void) | null {
  const [pattern, people] = [containing(search), searchedRegistrations(search)];
  if (pattern === null || people === null) return null;
  const amount = amountIn(search);
  const number = numberSearch(search, 'enrollment_invoices.invoice_number');
  const paying = () =>
    db('bank_matches').whereNot('bank_matches.status', 'rejected').select('bank_matches.line_id');
  const invoices = () =>
    paying().join('enrollment_invoices', 'enrollment_invoices.id', 'bank_matches.invoice_id');
  return (rows) => {
    void rows
      .from(moved(db).whereILike('bank_reference', pattern).select('id').as('by_reference'))
      .select('id')
      .union(paying().whereIn('bank_matches.registration_id', people))
      .union(invoices().whereIn('enrollment_invoices.registration_id', people));
    if (number !== null) void rows.union(invoices().where(number));
    if (Number.isSafeInteger(amount)) void rows.union(moved(db).where({ amount }).select('id'));
  };
}

/** The lines under all filters except status and confidence. */
export function filteredLines(db: Db, { search, from, to, account, direction }: Filters): Knex.QueryBuilder {
  const rows: Knex.QueryBuilder = moved(db, direction);
  if (from !== undefined) void rows.where('bank_lines.booked_on', '>=', from);
  if (to !== undefined) void rows.where('bank_lines.booked_on', '<=', to);
  if (account !== undefined) void rows.where('bank_lines.account_key', account);
  const found = direction === 'out' ? foundOutgoing(db, search) : foundLines(db, search);
  return found === null ? rows : rows.whereIn('bank_lines.id', found);
}

/** The statuses of a filter. */
export const statusesOf = (status: LineStatus | 'undecided'): readonly LineStatus[] =>
  status === 'undecided' ? UNDECIDED_LINES : [status];

/** The lines under the filters, without order. */
export function listedLines(db: Db, query: z.output<(typeof listBankLines)['query']>): Knex.QueryBuilder {
  const { id, status, confidence } = query;
  const rows = filteredLines(db, query).select('bank_lines.*');
  if (id !== undefined) void rows.where('bank_lines.id', id);
  if (status !== undefined) void rows.whereIn('bank_lines.status', statusesOf(status));
  if (confidence === undefined) return rows;
  // `offset 0` keeps this a look at each line in the list's order: as a join it is taken for so rare among many lines that all of them are read and sorted.
  return rows.where('bank_lines.status', 'proposed').whereRaw(
    `exists (select from bank_matches where line_id = bank_lines.id and status = 'proposed' and confidence = ?
      offset 0)`,
    [confidence],
  );
}
