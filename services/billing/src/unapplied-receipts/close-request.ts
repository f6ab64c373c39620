import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Knex } from 'knex';
import { moveRequest } from '../pay-requests/move-request.ts';
import type { LockedReceipt } from './unapplied-receipts.repository.ts';

/**
 * Ends the review of the request that a receipt's money came by: it is paid where the money was assigned, and cancelled where
 * it went back. A request that is not in review stays as it is.
 */
export async function closeRequest(
  trx: Knex.Transaction,
  { payRequest, amount, created_at }: LockedReceipt,
  action: 'assign' | 'return',
  actor: Actor,
  paymentId?: string,
): Promise<void> {
  if (!payRequest) return;
  const columns =
    action === 'return'
      ? {}
      : {
          paid_at: payRequest.paid_at ?? created_at,
          paid_amount: payRequest.paid_amount ?? amount,
          ...(paymentId !== undefined && { payment_id: paymentId }),
        };
  await moveRequest(trx, payRequest, { action, by: 'finance' }, { actor, columns });
}
