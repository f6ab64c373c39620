import type { Db } from '@gerbang/service-kit/data/database';

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
    `select requests.user_id from factor_clearances requests
     join users asked on asked.id = requests.requested_by and asked.role = 'admin' and asked.deleted_at is null
     where requests.user_id = ? and requests.requested_by <> ? and requests.requested_at > now() - interval '24 hours'`,
    [userId, actorId],
  );
  if ((rows as unknown[]).length > 0) return 'approved';
  await trx('factor_clearances')
    .insert({ user_id: userId, requested_by: actorId })
    .onConflict('user_id')
    .merge({ requested_by: actorId, requested_at: trx.fn.now() });
  return 'waiting';
}
