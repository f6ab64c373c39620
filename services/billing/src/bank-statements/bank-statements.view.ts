import type { bankLineSchema, bankStatementSchema } from '@gerbang/contracts/bank-statements';
import { maskedLineText } from '@gerbang/domain/bank-lines';
import { can } from '@gerbang/domain/abilities';
import type { Role } from '@gerbang/domain/roles';
import { notFound, type Problem } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { LineRecord, StatementRecord } from './bank-statements.repository.ts';

export const noLine = (): Problem => notFound('Baris mutasi tidak ditemukan');

export function toStatement(record: StatementRecord): z.input<typeof bankStatementSchema> {
  const { id, account_key, profile, file_name, period_from, period_to, lines_total, lines_new } = record;
  return {
    id,
    account_key,
    profile,
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

/** A line as this role sees it: roles that do not book see no payer. */
export function toLine(
  { columns }: Pick<Context, 'columns'>,
  record: LineRecord,
  viewer: Role,
): z.input<typeof bankLineSchema> {
  const { id, version, account_key, booked_on, direction, amount, bank_reference, status, ignored_reason } =
    record;
  const description =
    record.description === null ? null : columns.open('bank_lines', 'description', id, record.description);
  return {
    id,
    version,
    account_key,
    booked_on,
    direction,
    amount,
    description: description === null || can(viewer, 'bank.book') ? description : maskedLineText(description),
    bank_reference,
    status,
    ignored_reason,
  };
}
