import { saveAccount } from '@gerbang/service-kit/accounts';
import type { Handlers } from '@gerbang/service-kit/consumers';
import { saveRegistration } from '../registrations/registration-copies.ts';
import { skipResult } from '../results/skip-result.ts';

/** What the service does with the events of its queue; whatever throws is tried again with growing pauses. */
export function eventHandlers(): Handlers {
  return {
    'account.changed': async (trx, account) => void (await saveAccount(trx, account)),
    'registration.changed': async (trx, changed) => void (await saveRegistration(trx, changed)),
    'result.skipped': (trx, skipped) => skipResult(trx, skipped),
  };
}
