import { saveAccount } from '@gerbang/service-kit/events/accounts';
import type { Handlers, BatchHandlers } from '@gerbang/service-kit/events/consumers';
import { payloadBatches } from '@gerbang/service-kit/data/copies';
import type { Context } from '../context.ts';
import { letGo } from '../erasure-requests/erasure-requests.repository.ts';
import { saveRegistrations } from '../registrations/registrations.repository.ts';
import { skipResult } from '../announcements/skip-result.ts';

/** What the service does with the events of its queue; whatever throws is tried again with growing pauses. */
export function eventHandlers(context: Pick<Context, 'outbox'>): Handlers {
  return {
    'account.changed': async (trx, account) => void (await saveAccount(trx, account)),
    'data.erased': (trx, erased) => letGo(context, trx, erased),
    'result.skipped': (trx, skipped) => skipResult(trx, skipped),
  };
}

/** What comes in thousands: copies after a publication, a replay. */
export function eventBatches(): BatchHandlers {
  return payloadBatches('registration.changed', saveRegistrations);
}
