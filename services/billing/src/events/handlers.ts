import { saveSchool } from '@gerbang/service-kit/events/school-copy';
import { saveAccounts } from '@gerbang/service-kit/events/accounts';
import type { BatchHandlers, Handlers } from '@gerbang/service-kit/events/consumers';
import { payloadBatches } from '@gerbang/service-kit/data/copies';
import { sendToAccount } from '@gerbang/service-kit/events/account-messages';
import type { Context } from '../context.ts';
import { eraseFamilyData } from '../erasure-requests/erasure-requests.repository.ts';
import { saveAlertedProof } from '../invoice-payments/alerted-proofs.repository.ts';
import { failRequest } from '../money-requests/decide-money-request.ts';
import { keepFeeReversal } from '../payment-reversals/reverse-fee.ts';
import { freeFee } from '../payment-reversals/release-line.ts';
import { draftRefund } from '../refunds/draft-refund.ts';
import { answerRelease } from '../enrollment-confirmations/answer-release.ts';
import { bookFee, dropCash } from '../drawers/cash-fees.repository.ts';
import { keepRegistrations } from '../papers/keep-registrations.ts';

/** The handlers of the service's queue; an event whose handler throws is tried again after growing pauses. */
export function eventHandlers(context: Context): Handlers {
  return {
    'data.erased': (trx, erased) => eraseFamilyData(context, trx, erased),

    'school.changed': saveSchool,
    'fee.booked': bookFee,
    'fee.settlement.refused': (trx, refused, { requestId }) => freeFee(context, trx, refused, requestId),
    'fee.reversal.asked': (trx, asked, { requestId }) => keepFeeReversal(trx, asked, requestId),
    'fee.reversal.refused': async (trx, { request_id }) => {
      await dropCash(trx, request_id);
      await failRequest(trx, request_id);
    },
    'proof.alerted': saveAlertedProof,
    'withdrawal.refundable': (trx, back, { requestId }) => draftRefund(context, trx, back, requestId),
    'offer.releasing': (trx, releasing, { requestId }) => answerRelease(context, trx, releasing, requestId),

    'family.message.requested': async (trx, { userId, service: _own, ...message }, { requestId }) => {
      const sent = await sendToAccount(context, trx, userId, { ...message, ...(requestId && { requestId }) });
      if (!sent) throw new Error('A message waits for an account that is not known yet');
    },
  };
}

/** Handlers of the copies, whose events come in waves: all that arrive together share a transaction. */
export function eventBatches(context: Pick<Context, 'school' | 'now'>): BatchHandlers {
  return {
    ...payloadBatches('registration.changed', (trx, changes) => keepRegistrations(context, trx, changes)),
    ...payloadBatches('account.changed', saveAccounts),
  };
}
