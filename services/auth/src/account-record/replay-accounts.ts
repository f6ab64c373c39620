import type { Database } from '@gerbang/service-kit/data/database';
import type { Outbox } from '@gerbang/service-kit/events/outbox';
import { replay } from '@gerbang/service-kit/events/replay';
import { publishAccounts } from './account-events.ts';
import { accountsAfter } from './users.repository.ts';

/**
 * Publishes every account, closed ones too, under its current version and returns how many. Copies of that version stay
 * as they are, so it is safe to run at any time. The events get new ids, because consumers skip an id they know.
 */
export function replayAccounts(database: Database, outbox: Outbox): Promise<number> {
  return replay(
    database,
    async (trx, after, size) => {
      const accounts = await accountsAfter(trx, after, size);
      await publishAccounts(outbox, trx, accounts);
      return accounts;
    },
    ({ id }) => id,
  );
}
