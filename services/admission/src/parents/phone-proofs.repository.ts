import type { Db } from '@gerbang/service-kit/data/database';

/** Ends the wait for a proof of an account's number. */
export async function stopWaiting(trx: Db, id: string): Promise<void> {
  await trx('accounts').where({ id }).update({ unproved_since: null });
}

/** Whether the account has a child, deleted ones too; keeps one from being added to its profile meanwhile. */
export async function haveChildren(trx: Db, userId: string): Promise<boolean> {
  const parent = await trx('parents').where({ user_id: userId }).forUpdate().first<{ id: string }>('id');
  return parent !== undefined && Boolean(await trx('children').where({ parent_id: parent.id }).first('id'));
}
