import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { mayReverseAlone } from '@gerbang/domain/payment-reversals';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import type { LockedPayment } from '../invoice-payments/invoice-payments.repository.ts';
import { sumReversed } from './payment-reversals.repository.ts';

const HOUR_MS = 3_600_000;

/** Whether the caller may reverse these locked payments without a second person; the person's bookings are locked. */
export async function mayAlone(
  { now }: Pick<Context, 'now'>,
  trx: Knex.Transaction,
  caller: Caller,
  payments: readonly Pick<LockedPayment, 'amount_paid' | 'verified_at'>[],
): Promise<boolean> {
  if (payments.length === 0) return true;
  const reversed = await sumReversed(trx, caller.id, new Date(now().getTime() - HOUR_MS));
  return mayReverseAlone(
    payments.map(({ amount_paid, verified_at }) => ({
      amount: amount_paid,
      verifiedOn: verified_at === null ? '' : jakartaDay(verified_at),
    })),
    { today: jakartaDay(now()), reversed },
  );
}
