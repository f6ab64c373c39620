import type { endImportedFamilies as call } from '@gerbang/contracts/internal-calls';
import type { z } from 'zod';
import { counterAccount } from '../account-record/counter-accounts.repository.ts';
import { accountById, lockAccount } from '../account-record/users.repository.ts';
import type { Context } from '../context.ts';
import { closeErased } from '../account-record/close-erased.ts';

/**
 * Closes accounts that an import made and whose families have set no password; returns those that are closed now, also from
 * before. Sessions end, and the other services learn that name and number are gone.
 */
export async function endImported(
  context: Context,
  { import_id, user_ids }: z.output<(typeof call)['body']>,
): Promise<z.input<(typeof call)['response']>> {
  const ended: string[] = [];
  for (const id of user_ids) {
    await context.database.transaction(async (trx) => {
      const account = await lockAccount(trx, id);
      const made = account && (await counterAccount(trx, id));
      if (account && made?.import_id === import_id) await closeErased(context, trx, account.id);
      if (!(await accountById(trx, id))) ended.push(id);
    });
  }
  return { ended };
}
