import type { Handlers, BatchHandlers } from '@gerbang/service-kit/events/consumers';
import { newestOf, payloadBatches } from '@gerbang/service-kit/data/copies';
import { sendToAccount } from '@gerbang/service-kit/events/account-messages';
import type { EventPayload } from '@gerbang/contracts/events';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { openAgain } from '../withdrawals/open-again.ts';
import { saveAccounts } from '../parents/accounts.repository.ts';
import { publishRegistrations } from '../registration-record/publish.ts';
import { keepDues, keepTold } from '../dashboard/keep-copies.ts';
import { recordErasure } from '../erasure-requests/decide-erasure.ts';
import { applyConfirmation } from '../enrollment-confirmations/apply-confirmation.ts';
import { applyKept, applyReleased } from '../seats/offers/settle-release.ts';
import { releaseLoginPhone } from '../parents/login-phone.client.ts';
import { applyFeeReversal } from '../registration-payments/reverse-fee.ts';
import { keepReturnedFee } from '../registration-payments/returned-fee.ts';
import { settlePayment, settleTogether } from '../registration-payments/settle-payment.ts';
import { applyResults, applyTogether } from '../registration-stages/apply-results.ts';

/** Handlers of the events in admission's queue; one that throws is tried again with growing pauses. */
export function eventHandlers(context: Context): Handlers {
  return {
    'family.message.requested': async (trx, { userId, service: _own, ...message }, { requestId }) => {
      const sent = await sendToAccount(context, trx, userId, { ...message, ...(requestId && { requestId }) });
      if (!sent) throw new Error('A message waits for an account that is not known yet');
    },

    'results.published': (trx, published, { requestId }) => applyTogether(context, trx, published, requestId),

    // Billing may have closed its copy for the correction: the next version opens it again.
    'result.correction.withdrawn': (trx, { registration_id }) =>
      publishRegistrations(context, trx, [registration_id]),

    'acceptance.ended': (trx, { registration_id }) => openAgain(context, trx, registration_id),

    'results.told': (trx, told) => keepTold(context, trx, told),

    'dues.changed': (trx, changed) => keepDues(context, trx, changed),

    'erasure.reported': (trx, report) => recordErasure(context, trx, report),

    'confirmation.changed': (trx, confirmation) => applyConfirmation(context, trx, confirmation),

    'offer.released': (trx, released) => applyReleased(context, trx, released),

    'offer.kept': (trx, kept) => applyKept(context, trx, kept),

    'fee.settled': (trx, settled, { requestId }) => settlePayment(context, trx, settled, requestId),

    'fees.settled': (trx, settled, { requestId }) => settleTogether(context, trx, settled, requestId),

    'fee.reversal.approved': (trx, approved, { requestId }) =>
      applyFeeReversal(context, trx, approved, requestId),

    'fee.returned': (trx, told, { requestId }) => keepReturnedFee(trx, told, requestId),

    'login.phone.released': (_trx, release, { requestId }) => releaseLoginPhone(context, release, requestId),
  };
}

/**
 * Keeps the accounts of these events. Where name or login phone are others now, the family's registrations are published
 * again: other services keep the phone beside them, and staff search by both.
 */
async function keepAccounts(
  context: Pick<Context, 'outbox'>,
  trx: Knex.Transaction,
  accounts: readonly EventPayload<'account.changed'>[],
): Promise<void> {
  for (const id of await saveAccounts(trx, newestOf(accounts))) {
    await publishRegistrations(context, trx, { 'c.parent_id': id });
  }
}

/** Handlers of events that come in waves: accounts, and the results of an announcement where they come one by one. */
export function eventBatches(context: Context): BatchHandlers {
  return {
    'result.published': (trx, events) => applyResults(context, trx, events),
    ...payloadBatches('account.changed', (trx, accounts) => keepAccounts(context, trx, accounts)),
  };
}
