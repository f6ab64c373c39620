import type { bankLineSchema, bankMatchSchema } from '@gerbang/contracts/bank-statements';
import { maskedLineText } from '@gerbang/domain/bank-lines';
import { extraOf, reasonText } from '@gerbang/domain/bank-matching';
import { can } from '@gerbang/domain/abilities';
import type { Role } from '@gerbang/domain/roles';
import { notFound, type Problem } from '@gerbang/service-kit/http/problems';
import type { Db } from '@gerbang/service-kit/data/database';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { LineRecord } from './bank-lines.repository.ts';
import { settledBills, type ShownMatch, shownMatches, sumsOfLines } from './line-matches.repository.ts';
import { refundsOfLines } from './line-refunds.repository.ts';

export const noLine = (): Problem => notFound('Baris mutasi tidak ditemukan');

/** The line of a match with its sums, in rupiah. */
interface LineSums {
  readonly amount: number;
  readonly surplus: number;
  readonly unapplied: number;
}

/** A match as staff see it: what it would do with the rest of the line, or did. */
function toMatch(line: LineSums, match: ShownMatch): z.input<typeof bankMatchSchema> {
  const {
    line_id: _line,
    transfer_amount,
    unique_add,
    reasons,
    together_amount,
    expectation_id,
    ...shown
  } = match;
  const expectation = transfer_amount === null ? null : { transfer_amount, unique_add: unique_add ?? 0 };
  const { surplus, rest } =
    match.status === 'booked'
      ? { surplus: line.surplus, rest: line.unapplied }
      : extraOf(line.amount, together_amount ?? match.amount, expectation);
  const isTogether = match.status === 'proposed' && together_amount !== null && expectation_id !== null;
  return {
    ...shown,
    ...(isTogether && { together: { id: expectation_id, amount: together_amount } }),
    surplus,
    rest,
    reasons: reasons.map(reasonText),
  };
}

/** Lines as this role sees them, with what they pay: roles that do not book see no payer. */
export async function toLines(
  { columns }: Pick<Context, 'columns'>,
  db: Db,
  records: readonly LineRecord[],
  viewer: Role,
): Promise<z.input<typeof bankLineSchema>[]> {
  const ids = records.map(({ id }) => id);
  const matches = Map.groupBy(await shownMatches(db, ids), ({ line_id }) => line_id);
  const sums = new Map((await sumsOfLines(db, ids)).map((sum) => [sum.line_id, sum]));
  const waiting = records.filter(({ status }) => status === 'new' || status === 'attention');
  const settled =
    waiting.length === 0
      ? []
      : await settledBills(
          db,
          waiting.map(({ id }) => id),
        );
  const bills = new Map(settled.map(({ line_id, ...bill }) => [line_id, bill]));
  const outgoing = records.flatMap(({ id, direction }) => (direction === 'out' ? [id] : []));
  const refunds = Map.groupBy(
    outgoing.length === 0 ? [] : await refundsOfLines(db, outgoing),
    ({ line_id }) => line_id,
  );
  return records.map((record) => {
    const { id, version, account_key, booked_on, direction, amount, bank_reference, status, ignored_reason } =
      record;
    const text =
      record.description === null ? null : columns.open('bank_lines', 'description', id, record.description);
    const { surplus, unapplied } = sums.get(id) ?? { surplus: 0, unapplied: 0 };
    return {
      id,
      version,
      account_key,
      booked_on,
      direction,
      amount,
      description: text === null || can(viewer, 'bank.book') ? text : maskedLineText(text),
      bank_reference,
      status,
      ignored_reason,
      doubt: record.doubt,
      doubt_line_id: record.doubt_line_id,
      matches: (matches.get(id) ?? []).map((match) => toMatch({ amount, surplus, unapplied }, match)),
      settled_bill: bills.get(id) ?? null,
      surplus,
      unapplied,
      ...(direction === 'out' && {
        refunds: (refunds.get(id) ?? []).map(({ line_id: _line, noted, ...refund }) => ({
          ...refund,
          ...(noted && { noted }),
        })),
      }),
    };
  });
}

/** One line as this role sees it. */
export async function toLine(
  context: Pick<Context, 'columns'>,
  db: Db,
  record: LineRecord,
  viewer: Role,
): Promise<z.input<typeof bankLineSchema>> {
  const [line] = await toLines(context, db, [record], viewer);
  if (!line) throw new Error('A bank line has no view');
  return line;
}
