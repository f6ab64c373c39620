import { setImmediate as turn } from 'node:timers/promises';
import type { LineMatches } from '@gerbang/domain/bank-matching';
import type { Confidence } from '@gerbang/domain/bank-matches';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { type NewProposal, replaceProposals } from '../bank-matches/bank-proposals.repository.ts';
import { matchesOfNew } from '../bank-matches/propose-matches.ts';
import type { Context } from '../context.ts';
import {
  forgetPlans,
  insertLines,
  type NewLine,
  type StatementRecord,
} from './bank-statements.repository.ts';
import type { DoubtedLine } from './doubt-lines.ts';
import type { PostedLine, ReadLine } from './posted-lines.ts';
import type { RefundHint } from './refund-hints.ts';

/** Lines that are hashed or sealed before other calls have their turn: each of those needs several, of half a millisecond then. */
const PIECE = 10;
/** Lines of one insert: sending its text holds other calls up, too. */
const AT_ONCE = 200;

/** The posted lines, each with an id, its hash, and how many equal ones stand before it. */
export async function identifyLines(
  { columns }: Pick<Context, 'columns'>,
  accountKey: string,
  posted: readonly PostedLine[],
  matches: readonly LineMatches[],
): Promise<ReadLine[]> {
  const foundAt = new Map(matches.map((match) => [Number(match.line_id), match]));
  const seen = new Map<string, number>();
  const lines: ReadLine[] = [];
  for (const [at, line] of posted.entries()) {
    if (at % PIECE === PIECE - 1) await turn();
    const text = line.description.toUpperCase().replace(/\s+/gu, ' ').trim();
    const parts = [accountKey, line.booked_on, line.direction, line.amount, text, line.bank_reference];
    const hash = columns.blindIndex('bank_lines.fingerprint', JSON.stringify(parts));
    const occurrence = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, occurrence);
    const [id, found] = [uuidv7(), foundAt.get(at)];
    lines.push({
      ...line,
      id,
      fingerprint: Buffer.from(hash, 'base64url'),
      occurrence,
      found: found && { ...found, line_id: id },
    });
  }
  return lines;
}

async function toRows(
  { columns }: Pick<Context, 'columns'>,
  { id: statement_id, account_key }: StatementRecord,
  lines: readonly DoubtedLine[],
  statusOf: ReadonlyMap<string, NewLine['status']>,
  hints: ReadonlyMap<string, RefundHint>,
): Promise<NewLine[]> {
  const rows: NewLine[] = [];
  for (const [at, { description, found: _found, ...line }] of lines.entries()) {
    if (at % PIECE === PIECE - 1) await turn();
    const { id } = line;
    // Of money that went out day and amount alone are kept, and the refund that it is of: the rest names the school's own payees.
    const isIn = line.direction === 'in';
    rows.push({
      ...line,
      statement_id,
      account_key,
      status: statusOf.get(id) ?? 'new',
      ...(hints.get(id) ?? { refund_id: null, refund_by: null }),
      valued_on: isIn ? line.valued_on : null,
      bank_reference: isIn ? (line.bank_reference?.slice(0, 100) ?? null) : null,
      description: isIn ? columns.seal('bank_lines', 'description', id, description) : null,
    });
  }
  return rows;
}

/** How many lines have proposals how sure, and for how many nothing is proposed. */
export interface Kept {
  readonly matched: Readonly<Record<Confidence, number>>;
  readonly unknown: number;
}

/** Inserts the new lines of a statement as the matcher found them, and what it proposes for them. */
export async function keepLines(
  context: Pick<Context, 'columns'>,
  trx: Knex.Transaction,
  statement: StatementRecord,
  lines: readonly DoubtedLine[],
  hints: ReadonlyMap<string, RefundHint>,
): Promise<Kept> {
  const made: NewProposal[] = [];
  const sums = { exact: 0, strong: 0, possible: 0 };
  let unknown = 0;
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const piece = lines.slice(from, from + AT_ONCE);
    const matches = matchesOfNew(piece.flatMap(({ found, doubt }) => (found ? [{ found, doubt }] : [])));
    made.push(...matches.made);
    for (const confidence of ['exact', 'strong', 'possible'] as const)
      sums[confidence] += matches.matched[confidence];
    const rows = await toRows(context, statement, piece, matches.statusOf, hints);
    unknown += rows.filter(
      ({ direction, status }) => direction === 'in' && (status === 'new' || status === 'attention'),
    ).length;
    await insertLines(trx, rows);
  }
  if (lines.length > AT_ONCE) await forgetPlans(trx);
  await replaceProposals(trx, { gone: [], made });
  return { matched: sums, unknown };
}
