import { reportErasure } from '@gerbang/service-kit/data/erasure';
import type { KeyRing } from '@gerbang/service-kit/data/sealing';
import type { Handlers } from '@gerbang/service-kit/events/consumers';
import type { Outbox } from '@gerbang/service-kit/events/outbox';
import { deleteSentTo, saveAccount } from './accounts.repository.ts';

/** What this service does with the events of its own queue. */
export function accountHandlers(keys: KeyRing, outbox: Pick<Outbox, 'publish'>): Handlers {
  return {
    'account.changed': (trx, account) => saveAccount(trx, keys, account),
    // The message that the erasure was approved may still be on its way; it ends with the texts of all messages.
    'data.erased': async (trx, erased) => {
      if (erased.user_id !== null) await deleteSentTo(trx, erased.user_id);
      await reportErasure(outbox, trx, erased, 'notification');
    },
  };
}
