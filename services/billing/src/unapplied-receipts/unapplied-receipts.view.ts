import type { unappliedReceiptSchema } from '@gerbang/contracts/unapplied-receipts';
import { can } from '@gerbang/domain/abilities';
import { maskedLineText } from '@gerbang/domain/bank-lines';
import type { Role } from '@gerbang/domain/roles';
import { notFound, type Problem } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { ReceiptRecord } from './unapplied-receipts.repository.ts';

export type UnappliedReceipt = z.input<typeof unappliedReceiptSchema>;

export const noReceipt = (): Problem => notFound('Dana ini tidak ditemukan');

/** A receipt as this role sees it: roles that do not book see no payer. */
export function toReceipt(
  { columns }: Pick<Context, 'columns'>,
  record: ReceiptRecord,
  viewer: Role,
): UnappliedReceipt {
  const { line, line_id, reversed_payment, pay_request, asked_for, decided_by_role, decided_at } = record;
  const sealed = line?.description ?? null;
  const text =
    sealed === null || line_id === null ? null : columns.open('bank_lines', 'description', line_id, sealed);
  return {
    id: record.id,
    version: record.version,
    line: line && {
      id: String(line_id),
      account_key: line.account_key,
      booked_on: line.booked_on,
      amount: line.amount,
      description: text === null || can(viewer, 'bank.book') ? text : maskedLineText(text),
    },
    ...(reversed_payment !== null && { reversed_payment }),
    ...(pay_request !== null && { pay_request }),
    ...(asked_for !== null && { asked_for }),
    amount: record.amount,
    cause: record.cause as UnappliedReceipt['cause'],
    status: record.status as UnappliedReceipt['status'],
    paid_numbers: [...record.paid_numbers],
    assigned_number: record.assigned_number,
    note: record.note,
    returned_on: record.returned_on,
    decided_by:
      decided_by_role === null ? null : { name: record.decided_by_name, role: decided_by_role as Role },
    decided_at: decided_at === null ? null : new Date(decided_at).toISOString(),
    created_at: new Date(record.created_at).toISOString(),
  };
}
