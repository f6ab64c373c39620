import type { EventPayload } from '@gerbang/contracts/events';
import { refundAccountSchema } from '@gerbang/contracts/refund-shapes';
import type { Context } from '../context.ts';
import type { WithdrawalRecord } from './withdrawals.repository.ts';

/** Where money goes that a family gets back. */
export type RefundAccount = NonNullable<EventPayload<'withdrawal.refundable'>['to']>;

/** Seals where a family's money goes to its request. */
export const sealAccount = (
  { columns }: Pick<Context, 'columns'>,
  id: string,
  account: RefundAccount | undefined,
): string | null =>
  account === undefined ? null : columns.seal('withdrawals', 'account', id, JSON.stringify(account));

/** Where a family wants its money that asks to leave; undefined where it did not say so. */
export function accountOf(
  { columns }: Pick<Context, 'columns'>,
  { id, account }: Pick<WithdrawalRecord, 'id' | 'account'>,
): RefundAccount | undefined {
  if (account === null) return undefined;
  return refundAccountSchema.parse(JSON.parse(columns.open('withdrawals', 'account', id, account)));
}
