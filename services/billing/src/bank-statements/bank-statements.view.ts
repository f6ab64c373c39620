import type { bankLineSchema, bankStatementSchema } from '@gerbang/contracts/bank-statements';
import { maskedLineText } from '@gerbang/domain/bank-lines';
import { can } from '@gerbang/domain/abilities';
import type { Role } from '@gerbang/domain/roles';
import { notFound, type Problem } from '@gerbang/service-kit/http/problems';
import type { Db } from '@gerbang/service-kit/data/database';
import type { z } from 'zod';
import { settledBills, shownMatches, sumsOfLines } from '../bank-matches/bank-matches.repository.ts';
import { toMatch } from '../bank-matches/bank-matches.view.ts';
import type { Context } from '../context.ts';
import type { LineRecord, StatementRecord } from './bank-statements.repository.ts';
import { refundsOfLines } from './refund-hints.repository.ts';

export const noLine = (): Problem => notFound('Baris mutasi tidak ditemukan');

export function toStatement(record: StatementRecord): z.input<typeof bankStatementSchema> {
  const { id, account_key, profile, file_name, period_from, period_to, lines_total, lines_new } = record;
  return {
    id,
    account_key,
    profile,
    profile_name: record.profile_name,
    file_name,
    period_from,
    period_to,
    credits_total: record.credits_total,
    debits_total: record.debits_total,
    lines_total,
    lines_new,
    lines_known: lines_total - lines_new,
    checks: record.checks as z.input<typeof bankStatementSchema>['checks'],
    forced_reason: record.forced_reason,
    imported_by: { name: record.imported_by_name, role: record.imported_by_role },
    imported_at: record.imported_at.toISOString(),
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
