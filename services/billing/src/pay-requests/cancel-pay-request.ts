import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import type { PaymentGateway } from '../gateway/port.ts';
import { lookAtRequest } from './look-at-request.ts';
import { moveRequest } from './move-request.ts';
import {
  findLive,
  findRequest,
  lockRequest,
  type PayRow,
  type PayTarget,
} from './pay-requests.repository.ts';
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

const PAID_ALREADY =
  'Pembayaran lewat Virtual Account atau QRIS untuk ini sudah diterima. Muat ulang halaman ini.';

/**
 * Cancels the live request of a target before a proof of other money for it is kept; of this account alone where one is named. The
 * provider's word wins: 409 `already_paid`. One that does not answer holds nothing up: money that comes all the same stands
 * unapplied.
 */
export async function endLive(
  context: Context,
  target: PayTarget,
  userId: string | null = null,
): Promise<void> {
  const { gateway, database } = context;
  const live = gateway && (await findLive(database.knex, target));
  if (!live || (userId !== null && live.user_id !== userId)) return;
  const { status } = await cancelRequest(context, gateway, live, { by: 'system' });
  if (status === 'paid' || status === 'review') throw conflict('already_paid', PAID_ALREADY);
}
