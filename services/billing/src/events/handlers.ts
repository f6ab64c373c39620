import { saveAccount } from '@gerbang/service-kit/events/accounts';
import type { Handlers, BatchHandlers } from '@gerbang/service-kit/events/consumers';
import { payloadBatches } from '@gerbang/service-kit/data/copies';
import { sendToAccount } from '@gerbang/service-kit/events/account-messages';
import type { Context } from '../context.ts';
import { letGo } from '../erasure-requests/erasure-requests.repository.ts';
import { saveRegistrations } from '../registrations/registrations.repository.ts';

/** What the service does with the events of its queue; whatever throws is tried again with growing pauses. */
export function eventHandlers(context: Context): Handlers {
  return {
    'account.changed': async (trx, account) => void (await saveAccount(trx, account)),

    'data.erased': (trx, erased) => letGo(context, trx, erased),

    'family.message.requested': async (trx, { userId, service: _own, ...message }, { requestId }) => {
      const sent = await sendToAccount(context, trx, userId, { ...message, ...(requestId && { requestId }) });
      if (!sent) throw new Error('A message waits for an account that is not known yet');
    },
  };
}

/** What comes in thousands: copies after a publication, a replay. */
export function eventBatches(): BatchHandlers {
  return payloadBatches('registration.changed', saveRegistrations);
}
