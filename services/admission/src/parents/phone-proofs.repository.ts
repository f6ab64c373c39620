import type { EventPayload } from '@gerbang/contracts/events';
import { newestOf } from '@gerbang/service-kit/data/copies';
import type { Db } from '@gerbang/service-kit/data/database';

/** The login phones of accounts by their ids, as they are known here. */
export async function loginPhonesOf(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await db('accounts')
    .whereIn('id', ids)
    .select<{ id: string; phone: string | null }[]>('id', 'phone');
  return new Map(rows.map(({ id, phone }) => [id, phone]));
}

/** Keeps whether accounts have proved their numbers; a replay of the version that is stored fills it in. */
export async function markPhoneProofs(
  trx: Db,
  accounts: readonly EventPayload<'account.changed'>[],
): Promise<void> {
  const told = newestOf(accounts).map(({ id, version, phone_verified }) => ({ id, version, phone_verified }));
  await trx.raw(
    `update accounts a set phone_verified = told.phone_verified,
       unproved_since = case when not told.phone_verified then coalesce(a.unproved_since, now()) end
     from jsonb_to_recordset(?::jsonb) as told(id uuid, version bigint, phone_verified boolean)
     where a.id = told.id and a.version = told.version`,
    [JSON.stringify(told)],
  );
}

/** Ends the wait for a proof of an account's number. */
export async function stopWaiting(trx: Db, id: string): Promise<void> {
  await trx('accounts').where({ id }).update({ unproved_since: null });
}

/** Whether the account has a child, deleted ones too; keeps one from being added to its profile meanwhile. */
export async function haveChildren(trx: Db, userId: string): Promise<boolean> {
  const parent = await trx('parents').where({ user_id: userId }).forUpdate().first<{ id: string }>('id');
  return parent !== undefined && Boolean(await trx('children').where({ parent_id: parent.id }).first('id'));
}
