import type { Database } from '@gerbang/service-kit/data/database';
import type { Outbox } from '@gerbang/service-kit/events/outbox';
import { publishAccount } from './account-events.ts';
import { accountsAfter } from '../users/users.repository.ts';

const AT_ONCE = 200;

/**
 * Publishes every account, closed ones too, under its present version: copies that are as new stay as they are, so it
 * may run at any time and as often as one likes. The events are new ones, since an old id would be skipped. Returns how many.
 */
export async function replayAccounts(database: Database, outbox: Outbox): Promise<number> {
  let told = 0;
  let after: string | null = null;
  for (;;) {
    const last: string | null = after;
    const accounts = await database.transaction(async (trx) => {
      const batch = await accountsAfter(trx, last, AT_ONCE);
      for (const account of batch) await publishAccount(outbox, trx, account);
      return batch;
    });
    told += accounts.length;
    after = accounts.at(-1)?.id ?? null;
    if (accounts.length < AT_ONCE) return told;
  }
}
