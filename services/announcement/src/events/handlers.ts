import { saveSchool } from '@gerbang/service-kit/events/school-copy';
import { saveAccounts } from '@gerbang/service-kit/events/accounts';
import type { BatchHandlers, Handlers } from '@gerbang/service-kit/events/consumers';
import { payloadBatches } from '@gerbang/service-kit/data/copies';
import type { Context } from '../context.ts';
import { eraseFamilyData } from '../erasure-requests/erasure-requests.repository.ts';
import { saveRegistrations } from '../registrations/registrations.repository.ts';
import { saveSummary } from '../observation-scores/summaries.repository.ts';
import { saveSeats } from '../seats/seat-pools.repository.ts';
import { completeCorrection } from '../result-corrections/publish-correction.ts';
import { skipResult } from '../announcements/publish-announcement.ts';

/** The handlers of the service's queue; an event whose handler throws is tried again after growing pauses. */
export function eventHandlers(context: Pick<Context, 'outbox'>): Handlers {
  return {
    'data.erased': (trx, erased) => eraseFamilyData(context, trx, erased),
    'result.skipped': (trx, skipped) => skipResult(trx, skipped),
    'result.corrected': completeCorrection,
    'school.changed': saveSchool,
    'seats.changed': saveSeats,
    'observation.summarised': saveSummary,
  };
}

/** Handlers of the copies, whose events come in waves: all that arrive together share a transaction. */
export function eventBatches(): BatchHandlers {
  return {
    ...payloadBatches('registration.changed', saveRegistrations),
    ...payloadBatches('account.changed', saveAccounts),
  };
}
