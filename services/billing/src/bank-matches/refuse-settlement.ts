import type { EventPayload } from '@gerbang/contracts/events';
import { SETTLEMENT_REFUSAL_TEXTS } from '@gerbang/domain/registration-payments';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Knex } from 'knex';
import { reopenBankDays } from '../bank-days/reopen-bank-days.ts';
import { lockLine } from '../bank-line-record/bank-lines.repository.ts';
import { reopenReceipt, unapplyMatch } from './fee-settlements.repository.ts';

/**
 * Lets money of a line that does not pay its registration fee stand unapplied: the booked match is rejected for an open
 * receipt of its amount, a receipt that was assigned is open again. The line's day is open again too. The event may come
 * more than once.
 */
export async function refuseSettlement(
  trx: Knex.Transaction,
  { registration_id: registrationId, amount, source, reason }: EventPayload<'fee.settlement.refused'>,
  requestId: string | undefined,
): Promise<void> {
  const line = await lockLine(trx, source.id);
  if (!line) throw new Error('A fee was paid by a line that is not known');
  const refused = {
    source: { line_id: source.id, pay_request_id: null },
    registrationId,
    amount,
    note: SETTLEMENT_REFUSAL_TEXTS[reason],
  };
  const receipt = (await unapplyMatch(trx, refused)) ?? (await reopenReceipt(trx, refused));
  if (receipt === null) return;
  const day = { accountKey: line.account_key, days: [line.booked_on] };
  await reopenBankDays(trx, day, { cause: 'fee_refused', actor: null });
  await audit(trx, {
    action: 'bank_line.fee_refused',
    actor: null,
    subject: source.id,
    details: {
      registration_id: registrationId,
      unapplied_receipt_id: receipt,
      amount,
      refusal: reason,
      ...(requestId && { request_id: requestId }),
    },
  });
}
