import { saveAccount } from '@gerbang/service-kit/events/accounts';
import type { BatchHandlers, Handlers } from '@gerbang/service-kit/events/consumers';
import { payloadBatches } from '@gerbang/service-kit/data/copies';
import type { Context } from '../context.ts';
import { eraseFamilyData } from '../erasure-requests/erasure-requests.repository.ts';
import { saveRegistrations } from '../registrations/registrations.repository.ts';
import { skipResult } from '../announcements/publish-announcement.ts';

/** The handlers of the service's queue; an event whose handler throws is tried again after growing pauses. */
export function eventHandlers(context: Pick<Context, 'outbox'>): Handlers {
  return {
    'account.changed': async (trx, account) => void (await saveAccount(trx, account)),
    'data.erased': (trx, erased) => eraseFamilyData(context, trx, erased),
    'result.skipped': (trx, skipped) => skipResult(trx, skipped),
  };
}

/** Handlers of events that come in thousands, after a publication or a replay: many in one transaction. */
export function eventBatches(): BatchHandlers {
  return payloadBatches('registration.changed', saveRegistrations);
}
