import { reportErasure } from '@gerbang/service-kit/data/erasure';
import type { KeyRing } from '@gerbang/service-kit/data/sealing';
import { payloadBatches } from '@gerbang/service-kit/data/copies';
import { saveSchool } from '@gerbang/service-kit/events/school-copy';
import type { BatchHandlers, Handlers } from '@gerbang/service-kit/events/consumers';
import type { Outbox } from '@gerbang/service-kit/events/outbox';
import { deleteSentTo, saveAccounts } from './accounts.repository.ts';

/** What this service does with the events of its own queue. */
export function accountHandlers(outbox: Pick<Outbox, 'publish'>): Handlers {
  return {
    'school.changed': saveSchool,
    // The message that the erasure was approved may still be on its way; it ends with the texts of all messages.
    'data.erased': async (trx, erased) => {
      if (erased.user_id !== null) await deleteSentTo(trx, erased.user_id);
      await reportErasure(outbox, trx, erased, 'notification');
    },
  };
}

/** Accounts, whose events come in waves: all that arrive together share a transaction. */
export const accountBatches = (keys: KeyRing): BatchHandlers =>
  payloadBatches('account.changed', (trx, accounts) => saveAccounts(trx, keys, accounts));
