import { COOLING_DAYS, EXPECTATION_MACHINE } from '@gerbang/domain/payment-expectations';
import { assertEdge, edgeFor } from '@gerbang/domain/transitions';
import { DAY_MS } from '@gerbang/service-kit/program/timers';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import {
  type ExpectationRecord,
  lockExpectation,
  moveDue,
  moveExpectation,
} from './payment-expectations.repository.ts';

/**
 * Marks the amount of an expectation as paid by the bank's money, under its lock; for 14 days more, no family is asked for
 * it. To be called after the lock of the bank's line and before the invoice's. Undefined where it is neither open nor
 * cooling: nothing is changed then.
 */
export async function useExpectation(
  trx: Knex.Transaction,
  id: string,
  now: Date,
): Promise<ExpectationRecord | undefined> {
  const present = await lockExpectation(trx, id);
  const edge = present && edgeFor(EXPECTATION_MACHINE, present.status, { action: 'use', by: 'bank' });
  if (!present || !edge) return undefined;
  const kept = Math.max(present.cools_until.getTime(), now.getTime() + COOLING_DAYS * DAY_MS);
  return moveExpectation(trx, present, { status: edge.to, cools_until: new Date(kept) });
}

/**
 * Takes back what a family was asked for, because it chose another amount. The amount stays kept for its time: the money may
 * be on its way, and it must not pay another family's bill.
 */
export async function cancelExpectation(trx: Knex.Transaction, present: ExpectationRecord): Promise<void> {
  const { to } = assertEdge(EXPECTATION_MACHINE, present.status, { action: 'cancel', by: 'parent' });
  await moveExpectation(trx, present, { status: to });
}

/** Ends the asking for an amount after its hours. */
export async function coolExpectation(trx: Knex.Transaction, present: ExpectationRecord): Promise<void> {
  const { to } = assertEdge(EXPECTATION_MACHINE, present.status, { action: 'expire', by: 'time' });
  await moveExpectation(trx, present, { status: to });
}

/** Runs due transitions: a request for money ends after 72 hours, and its amount is free again 14 days later. */
export async function ageExpectations({
  database: { knex },
  now,
}: Pick<Context, 'database' | 'now'>): Promise<number> {
  const at = now();
  const expired = assertEdge(EXPECTATION_MACHINE, 'open', { action: 'expire', by: 'time' });
  const released = assertEdge(EXPECTATION_MACHINE, 'cooling', { action: 'release', by: 'time' });
  const moved = [
    await moveDue(knex, `status = '${expired.from}' and expires_at`, `status = '${expired.to}'`, at),
    await moveDue(
      knex,
      `status = '${released.from}' and holds_amount and cools_until`,
      `status = '${released.to}', holds_amount = false`,
      at,
    ),
    await moveDue(
      knex,
      `status in ('used', 'cancelled') and holds_amount and cools_until`,
      'holds_amount = false',
      at,
    ),
  ];
  return moved.reduce((sum, one) => sum + one, 0);
}
