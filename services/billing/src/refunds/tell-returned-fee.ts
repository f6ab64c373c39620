import type { RefundStatus } from '@gerbang/domain/refunds';
import type { LockedStep } from '@gerbang/service-kit/data/change-locked';
import { replayOf } from '@gerbang/service-kit/events/replay';
import type { Role } from '@gerbang/domain/roles';
import type { Context } from '../context.ts';
import { lockRegistration } from '../registrations/registrations.repository.ts';
import { feeReturned, feesReturnedAfter } from './returned-fees.repository.ts';
import type { RefundRecord } from './refunds.repository.ts';

/**
 * Lets admission know what of a fee went back or is promised to, whenever a refund of it is agreed to, paid, or not agreed to any
 * more. Under the lock of the registration, so that two refunds of one fee are told one after the other.
 */
export async function tellReturnedFee(
  { outbox }: Pick<Context, 'outbox'>,
  { trx, present, actor }: LockedStep<RefundRecord>,
  to: RefundStatus,
  requestId: string | undefined,
): Promise<void> {
  const { status, lines, registration_id } = present;
  if (status === to || (status !== 'approved' && to !== 'approved')) return;
  if (!lines.some(({ kind }) => kind === 'fee')) return;
  await lockRegistration(trx, registration_id);
  const { id, name, role } = await actor();
  const told = {
    ...(await feeReturned(trx, registration_id)),
    actor: { id, name, role: role as Role },
  };
  await outbox.publish(trx, 'fee.returned', told, { version: told.version, ...(requestId && { requestId }) });
}

/** Publishes again what of fees went back or is promised to. Returns their number. */
export const replayReturnedFees = replayOf(
  async ({ outbox }, trx, after, size) => {
    const ids = await feesReturnedAfter(trx, after, size);
    for (const id of ids) {
      await lockRegistration(trx, id);
      const told = await feeReturned(trx, id);
      await outbox.publish(trx, 'fee.returned', told, { version: told.version });
    }
    return ids;
  },
  (id) => id,
);
