import { LINE_MACHINE, type LineStatus } from '@gerbang/domain/bank-lines';
import type { BankTarget } from '@gerbang/domain/payment-expectations';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { LineRecord } from '../bank-line-record/bank-lines.repository.ts';
import type { Tables } from '../database.types.ts';

export type MatchRecord = Tables['bank_matches'];

/** Lines that the matcher decides about. */
const UNDECIDED = ['new', 'proposed'] as const satisfies LineStatus[];

export type OpenLine = Pick<LineRecord, 'id' | 'amount' | 'booked_on' | 'version'>;

/** The accounts with undecided incoming lines since this day. */
export async function undecidedAccounts(db: Db, since: string): Promise<string[]> {
  return db('bank_lines')
    .where('direction', 'in')
    .whereIn('status', UNDECIDED)
    .where('booked_on', '>=', since)
    .distinct()
    .pluck('account_key');
}

/** These lines of an account, without their texts or a lock. */
export function undecidedLines(
  db: Db,
  accountKey: string,
  since: string,
): Knex.QueryBuilder<object, OpenLine[]> {
  return db('bank_lines')
    .where({ account_key: accountKey, direction: 'in' })
    .whereIn('status', UNDECIDED)
    .where('booked_on', '>=', since)
    .orderBy('id')
    .select('id', 'amount', 'booked_on', 'version');
}

/** The sealed texts of these lines by their ids; a line without one is left out. */
export async function textsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows: Pick<LineRecord, 'id' | 'description'>[] = await db('bank_lines')
    .whereRaw('id = any(?)', [[...ids]])
    .select('id', 'description');
  return new Map(
    rows.flatMap(({ id, description }) => (description === null ? [] : [[id, description] as const])),
  );
}

export type LockedLine = Pick<LineRecord, 'id' | 'status' | 'doubt'>;

/** Those of these lines that are still undecided, locked; what another transaction works on is left to it. */
export async function lockUndecided(trx: Knex.Transaction, ids: readonly string[]): Promise<LockedLine[]> {
  return trx('bank_lines')
    .whereRaw('id = any(?)', [[...ids]])
    .whereIn('status', UNDECIDED)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .select('id', 'status', 'doubt');
}

/** What is proposed for these lines, and what a person rejected for them. */
export async function proposalsOf(trx: Knex.Transaction, lineIds: readonly string[]): Promise<MatchRecord[]> {
  return trx('bank_matches')
    .whereRaw('line_id = any(?)', [[...lineIds]])
    .whereIn('status', ['proposed', 'rejected'])
    .select('*');
}

export type NewProposal = Pick<
  MatchRecord,
  | 'id'
  | 'line_id'
  | 'kind'
  | 'registration_id'
  | 'invoice_id'
  | 'expectation_id'
  | 'amount'
  | 'confidence'
  | 'reasons'
>;

/** Rows of an insert: its text is made and sent between other calls. */
const AT_ONCE = 200;

/** Takes proposals back and makes others. */
export async function replaceProposals(
  trx: Knex.Transaction,
  { gone, made }: { readonly gone: readonly string[]; readonly made: readonly NewProposal[] },
): Promise<void> {
  if (gone.length > 0)
    await trx('bank_matches')
      .whereRaw('id = any(?)', [[...gone]])
      .where({ status: 'proposed' })
      .delete();
  for (let from = 0; from < made.length; from += AT_ONCE) {
    await trx.raw(
      `insert into bank_matches (id, line_id, kind, registration_id, invoice_id, expectation_id, amount, confidence, reasons,
         status)
       select *, 'proposed' from jsonb_to_recordset(?) as made (id uuid, line_id uuid, kind text, registration_id uuid,
         invoice_id uuid, expectation_id uuid, amount bigint, confidence text, reasons text[])`,
      [JSON.stringify(made.slice(from, from + AT_ONCE))],
    );
  }
}

/** Takes back all that is proposed for a locked line. */
export async function dropProposals(trx: Knex.Transaction, lineId: string): Promise<void> {
  await trx('bank_matches').where({ line_id: lineId, status: 'proposed' }).delete();
}

/** Moves locked lines of one status along the matcher's edge to another. */
export async function moveLines(
  trx: Knex.Transaction,
  ids: readonly string[],
  from: LineStatus,
  to: LineStatus,
): Promise<void> {
  if (ids.length === 0) return;
  assertEdge(LINE_MACHINE, from, { to, by: 'matcher' });
  const moved = await trx('bank_lines')
    .whereRaw('id = any(?)', [[...ids]])
    .where({ status: from })
    .update({ status: to, version: trx.raw('version + 1'), updated_at: trx.fn.now() });
  if (moved !== ids.length) throw new Error('A bank line changed under its lock');
}

/** The undecided lines for which this bill is proposed, locked; what another transaction works on is left to it. */
export async function lockLinesOf(
  trx: Knex.Transaction,
  { kind, id }: { readonly kind: BankTarget; readonly id: string },
): Promise<string[]> {
  const column = kind === 'invoice' ? 'invoice_id' : 'registration_id';
  const lines = await trx('bank_matches')
    .where({ [column]: id, status: 'proposed' })
    .pluck('line_id');
  if (lines.length === 0) return [];
  return (await lockUndecided(trx, lines)).map((line) => line.id);
}
