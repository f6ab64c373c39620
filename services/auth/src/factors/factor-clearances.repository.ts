import type { Db } from '@gerbang/service-kit/data/database';
import { enforceEyes } from '@gerbang/service-kit/http/four-eyes';
import { refusalOfEyes } from '../users/eyes.repository.ts';
import type { Account } from '../users/users.repository.ts';

/** Whether the account is an administrator's, or was within the last day: a lowered role must not save the second person. */
export async function wasAdmin(trx: Db, { id, role }: Pick<Account, 'id' | 'role'>): Promise<boolean> {
  if (role === 'admin') return true;
  return Boolean(
    await trx('users')
      .where({ id })
      .whereRaw(`was_admin_at > now() - interval '24 hours'`)
      .select('id')
      .first(),
  );
}

/**
 * Keeps an administrator's request for 24 hours; 'approved' when another administrator's is there, who is one still. The
 * transaction holds the lock of user administration.
 */
export async function requestClearance(
  trx: Db,
  userId: string,
  actorId: string,
): Promise<'waiting' | 'approved'> {
  const { rows } = await trx.raw(
    `select requests.requested_by from factor_clearances requests
     join users asked on asked.id = requests.requested_by and asked.role = 'admin' and asked.deleted_at is null
     where requests.user_id = ? and requests.requested_by <> ? and requests.requested_at > now() - interval '24 hours'`,
    [userId, actorId],
  );
  const [asked] = rows as { requested_by: string }[];
  if (asked) {
    enforceEyes(await refusalOfEyes(trx, actorId, [asked.requested_by]));
    return 'approved';
  }
  await trx('factor_clearances')
    .insert({ user_id: userId, requested_by: actorId })
    .onConflict('user_id')
    .merge({ requested_by: actorId, requested_at: trx.fn.now() });
  return 'waiting';
}
