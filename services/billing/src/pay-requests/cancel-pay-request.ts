import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import type { PaymentGateway } from '../gateway/port.ts';
import { lookAtRequest } from './look-at-request.ts';
import { moveRequest } from './move-request.ts';
import { findRequest, lockRequest, type PayRow } from './pay-requests.repository.ts';
import { gatewayDown } from './pay-requests.view.ts';

/** Who cancels: a person, or a job because the target was settled another way. */
export type Canceller =
  | { readonly by: 'family' | 'staff'; readonly caller: Caller }
  | { readonly by: 'system' };

const isLive = ({ status }: PayRow) => status === 'open' || status === 'creating';

async function cancelHere(context: Context, id: string, canceller: Canceller): Promise<void> {
  await context.database.transaction(async (trx) => {
    const request = await lockRequest(trx, id);
    if (!request) return;
    const caller = canceller.by === 'system' ? null : canceller.caller;
    await moveRequest(
      trx,
      request,
      { action: 'cancel', by: canceller.by },
      { actor: caller && (await actorOf(trx, caller)), ...(caller && { origin: caller.origin }) },
    );
  });
}

/**
 * Cancels a live request at the provider and here, and returns it as it is then. The provider's word wins: one that is paid
 * there is booked. A person's cancelling is refused with 503 while the provider does not answer; a job's is not, and money
 * that comes all the same stands unapplied.
 */
export async function cancelRequest(
  context: Context,
  gateway: PaymentGateway,
  request: PayRow,
  canceller: Canceller,
): Promise<PayRow> {
  if (request.status === 'creating') await lookAtRequest(context, gateway, request);
  const present = (await findRequest(context.database.knex, request.id, null)) ?? request;
  if (!isLive(present)) return present;
  const word = await gateway.cancel(present);
  if (word === 'already_paid') await lookAtRequest(context, gateway, present);
  else if (word === 'unknown' && canceller.by !== 'system') throw gatewayDown(present.channel);
  else await cancelHere(context, present.id, canceller);
  return (await findRequest(context.database.knex, request.id, null)) ?? present;
}

/** A family's or the staff's cancelling. 404 for another family's; 409 `already_paid` where it is paid. */
export async function cancelPayRequest(
  context: Context,
  gateway: PaymentGateway,
  present: PayRow,
  canceller: Canceller,
): Promise<{ readonly status: PayRow['status'] }> {
  const { status } = isLive(present) ? await cancelRequest(context, gateway, present, canceller) : present;
  if (status === 'paid') throw conflict('already_paid', 'Pembayaran ini sudah diterima.');
  return { status };
}
