import { audit } from '@gerbang/service-kit/audit/audit';
import { MINUTE_MS } from '@gerbang/service-kit/program/timers';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import type { PaymentGateway, PayMoney, PayStatus } from '../gateway/port.ts';
import { actOnWord, type PayDecision } from './act-on-word.ts';
import { moveRequest } from './move-request.ts';
import { lockRequest, type PayRow, storeWord, updateRequest } from './pay-requests.repository.ts';

/** How long after its end a request may still be paid where the provider does not say that it has ended. */
const GRACE_MS = 10 * MINUTE_MS;
/** Looks at a request of which the provider does not say whether it was made. */
const CREATE_LOOKS = 3;

/** Stores what a look told of a payment, and acts upon it. */
async function actOnLook(context: Context, request: PayRow, money: PayMoney): Promise<PayDecision> {
  const word = await storeWord(context.database.knex, {
    id: uuidv7(),
    received_at: context.now(),
    service: request.channel === 'va' ? 'va_status' : 'qr_query',
    external_id: 'look',
    provider_ref: money.ref,
    request_no: request.request_no,
    amount: money.amount,
    paid_at: money.paidAt,
    rrn: money.rrn,
    signature_ok: true,
    body_hash: null,
    body_sealed: null,
  });
  return actOnWord(context, word.id);
}

/** Acts upon what the provider says of a request that was not paid. */
async function applyState(
  context: Context,
  id: string,
  answer: Exclude<PayStatus, { state: 'paid' }>,
): Promise<void> {
  const { state } = answer;
  await context.database.transaction(async (trx) => {
    const request = await lockRequest(trx, id);
    if (!request) return;
    const now = context.now().getTime();
    if (request.status === 'creating') {
      // A QR that was not told cannot be shown.
      if (state === 'open' && answer.vaNumber !== null) {
        const columns = { va_number: answer.vaNumber };
        await moveRequest(trx, request, { action: 'open', by: 'provider' }, { actor: null, columns });
        return;
      }
      const attempts = request.attempts + 1;
      if (state === 'unknown' && attempts < CREATE_LOOKS) {
        await updateRequest(trx, request, { attempts });
        return;
      }
      await moveRequest(
        trx,
        request,
        { action: 'fail', by: 'system' },
        { actor: null, columns: { attempts } },
      );
      return;
    }
    if (request.status !== 'open' || request.expires_at.getTime() > now) return;
    const isOver =
      state === 'ended' ||
      state === 'none' ||
      (state === 'open' && request.expires_at.getTime() + GRACE_MS <= now);
    if (isOver) await moveRequest(trx, request, { action: 'expire', by: 'system' }, { actor: null });
  });
}

/**
 * Asks the provider how a request stands and acts upon the answer under the rules of a notification. Returns what it said;
 * `unknown` where it did not answer.
 */
export async function lookAtRequest(
  context: Context,
  gateway: PaymentGateway,
  request: PayRow,
): Promise<PayStatus['state']> {
  const answer = await gateway.status(request);
  if (answer.state === 'paid') await actOnLook(context, request, answer.money);
  else await applyState(context, request.id, answer);
  return answer.state;
}

/** Notes in the trail that a person asked the provider. */
export const noteLook = (
  context: Context,
  request: PayRow,
  by: Pick<Parameters<typeof audit>[1], 'actor' | 'origin'>,
  state: PayStatus['state'],
): Promise<void> =>
  audit(context.database.knex, {
    action: 'pay_request.asked',
    subject: request.id,
    details: { request_no: request.request_no, provider_says: state },
    ...by,
  });
