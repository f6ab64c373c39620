import type { Knex } from 'knex';
import type { Database } from '../data/database.ts';
import { NIL_ID } from '../data/erasure.ts';
import type { Outbox } from './outbox.ts';

const BATCH = 200;

interface Publishing {
  readonly database: Pick<Database, 'transaction'>;
  readonly outbox: Outbox;
}

/**
 * Publishes all rows again in the order of their ids, in batches that each commit: a service that missed one gets it, the
 * others renew their copy. `publishAfter` publishes the rows that follow an id and returns them. Returns their number.
 */
export const replayOf =
  <Row>(
    publishAfter: (
      context: Publishing,
      trx: Knex.Transaction,
      after: string,
      batch: number,
    ) => Promise<readonly Row[]>,
    idOf: (row: Row) => string,
  ) =>
  async (context: Publishing, batch = BATCH): Promise<number> => {
    let published = 0;
    let after = NIL_ID;
    for (;;) {
      const rows = await context.database.transaction((trx) => publishAfter(context, trx, after, batch));
      published += rows.length;
      const last = rows.at(-1);
      if (rows.length < batch || last === undefined) return published;
      after = idOf(last);
    }
  };
