import type { EventPayload } from '@gerbang/contracts/events';
import type { Db } from '@gerbang/service-kit/data/database';

/** Keeps whether an account has proved its number; a replay of the version that is stored fills it in. */
export async function markPhoneProof(
  trx: Db,
  { id, version, phone_verified }: EventPayload<'account.changed'>,
): Promise<void> {
  await trx('accounts')
    .where({ id, version })
    .update({
      phone_verified: phone_verified ?? null,
      unproved_since: phone_verified === false ? trx.raw('coalesce(unproved_since, now())') : null,
    });
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
