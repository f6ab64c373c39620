import { refundAccountSchema } from '@gerbang/contracts/refund-shapes';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { PayerNames } from '@gerbang/domain/payer-names';
import { refundNumbersIn } from '@gerbang/domain/refunds';
import { jaroWinkler } from '@skyra/jaro-winkler';
import type { Knex } from 'knex';
import { awaitedRefunds } from '../bank-line-record/line-refunds.repository.ts';
import type { Context } from '../context.ts';
import type { PostedLine } from './posted-lines.ts';

/** The refund that the text of an outgoing line names, and by what. */
export interface RefundHint {
  readonly refund_id: string;
  readonly refund_by: 'number' | 'owner';
}

/**
 * Which refund that is awaited each outgoing line is of by its text, which is not kept: by its number, whatever the amount, else by its
 * amount and the owner of its account where no other refund has both.
 */
export async function refundHints(
  { columns }: Pick<Context, 'columns'>,
  trx: Knex.Transaction,
  lines: readonly (PostedLine & { readonly id: string })[],
): Promise<ReadonlyMap<string, RefundHint>> {
  const outgoing = lines.filter(({ direction }) => direction === 'out');
  const found = new Map<string, RefundHint>();
  const refunds = outgoing.length === 0 ? [] : await awaitedRefunds(trx);
  if (refunds.length === 0) return found;
  const numbers = new Map(refunds.map(({ id, number }) => [number, id]));
  const names = new PayerNames(
    refunds.flatMap(({ id, account, ...refund }) => {
      if (account === null) return [];
      const text = columns.open('refunds', 'account', id, account);
      const { owner } = refundAccountSchema.parse(JSON.parse(text));
      return [{ of: { id, total: refund.total, first: jakartaDay(refund.approved_at) }, name: owner }];
    }),
    jaroWinkler,
  );
  for (const { id, amount, booked_on, description } of outgoing) {
    const named = refundNumbersIn(description).flatMap((number) => numbers.get(number) ?? []);
    const owned = [
      ...names.in(description, ({ total, first }) => total === amount && first <= booked_on).keys(),
    ];
    if (named[0] !== undefined) found.set(id, { refund_id: named[0], refund_by: 'number' });
    else if (owned.length === 1 && owned[0]) found.set(id, { refund_id: owned[0].id, refund_by: 'owner' });
  }
  return found;
}
