import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { RetentionRule } from '@gerbang/service-kit/data/retention';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { deleteBytes, endFamily } from '../registration-record/end-data.repository.ts';
import { countDue, DUE, haveChildren, lockDue, stopWaiting } from './retention.repository.ts';

async function endAccount(context: Context, trx: Db, userId: string): Promise<readonly string[]> {
  // Once it has gone out, the account is not due again before auth has said what became of it.
  await stopWaiting(trx, userId);
  if (await haveChildren(trx, userId)) return [];
  const { files, children } = await endFamily(context, trx, userId);
  if (children > 0) throw new Error('a child was added to an account that was to end');
  await context.outbox.publish(trx, 'data.erased', { request_id: null, user_id: userId, registrations: [] });
  return files;
}

/** Families' accounts that have not proved their number for seven days and have no child; auth closes them. */
export function unprovedAccountsRule(context: Context): RetentionRule {
  const today = () => jakartaDay(context.now());
  return {
    name: 'accounts_unproved',
    due: (db) => countDue(db, DUE.unprovedAccounts, today()),
    end: async () => {
      const ended = await context.database.transaction(async (trx) => {
        const ids = await lockDue(trx, DUE.unprovedAccounts, today());
        const files: string[] = [];
        for (const id of ids) files.push(...(await endAccount(context, trx, id)));
        return { count: ids.length, files };
      });
      await deleteBytes(context, ended.files);
      return ended.count;
    },
  };
}
