import type { Database } from '@gerbang/service-kit/data/database';
import type { Outbox } from '@gerbang/service-kit/events/outbox';
import { publishAccounts } from './account-events.ts';
import { accountsAfter } from '../users/users.repository.ts';

const BATCH_SIZE = 200;

/**
 * Publishes every account, closed ones too, under its current version and returns how many. Copies of that version stay
 * as they are, so it is safe to run at any time. The events get new ids, because consumers skip an id they know.
 */
export async function replayAccounts(database: Database, outbox: Outbox): Promise<number> {
  let replayed = 0;
  let after: string | null = null;
  for (;;) {
    const last: string | null = after;
    const accounts = await database.transaction(async (trx) => {
      const batch = await accountsAfter(trx, last, BATCH_SIZE);
      await publishAccounts(outbox, trx, batch);
      return batch;
    });
    replayed += accounts.length;
    after = accounts.at(-1)?.id ?? null;
    if (accounts.length < BATCH_SIZE) return replayed;
  }
}
