import type { bankStatementSchema } from '@gerbang/contracts/bank-statements';
import type { z } from 'zod';
import type { StatementRecord } from './bank-statements.repository.ts';

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
