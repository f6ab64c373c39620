import { saveAccount } from '@gerbang/service-kit/accounts';
import type { Handlers } from '@gerbang/service-kit/consumers';
import type { Context } from '../context.ts';

/** What the service does with the events of its queue; whatever throws is tried again with growing pauses. */
export function eventHandlers(_context: Context): Handlers {
  return {
    'account.changed': async (trx, account) => void (await saveAccount(trx, account)),
  };
}
