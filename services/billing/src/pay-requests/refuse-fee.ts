import type { EventPayload } from '@gerbang/contracts/events';
import { SETTLEMENT_REFUSAL_TEXTS } from '@gerbang/domain/registration-payments';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Knex } from 'knex';
import { reopenReceipt, unapplyRequest } from '../bank-matches/fee-settlements.repository.ts';
import { lockRequest } from './pay-requests.repository.ts';

/**
 * Lets money that came through a provider and does not pay its registration fee stand unapplied: for an open receipt of its
 * amount, or the one that was assigned is open again. The request stays paid. The event may come more than once.
 */
export async function refuseOnline(
  trx: Knex.Transaction,
  { registration_id: registrationId, amount, source, reason }: EventPayload<'fee.settlement.refused'>,
  requestId: string | undefined,
): Promise<void> {
  const request = await lockRequest(trx, source.id);
  if (!request) throw new Error('A fee was paid by a request that is not known');
  const refused = {
    source: { line_id: null, pay_request_id: request.id },
    registrationId,
    amount,
    note: SETTLEMENT_REFUSAL_TEXTS[reason],
  };
  const receipt = (await reopenReceipt(trx, refused)) ?? (await unapplyRequest(trx, refused));
  if (receipt === null) return;
  await audit(trx, {
    action: 'pay_request.fee_refused',
    actor: null,
    subject: request.id,
    details: {
      request_no: request.request_no,
      registration_id: registrationId,
      unapplied_receipt_id: receipt,
      amount,
      refusal: reason,
      ...(requestId && { request_id: requestId }),
    },
  });
}
