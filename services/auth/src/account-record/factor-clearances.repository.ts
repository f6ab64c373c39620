import type { Role } from '@gerbang/domain/roles';
import { isDeciding } from '@gerbang/domain/users';
import type { Db } from '@gerbang/service-kit/data/database';
import { enforceEyes } from '@gerbang/service-kit/http/four-eyes';
import { refusalOfEyes } from './eyes.repository.ts';
import type { Account } from './users.repository.ts';

/** Whether the account left a role of this kind within the last day: a lowered role must not save the second person. */
async function leftWithinDay(
  trx: Db,
  id: string,
  column: 'was_admin_at' | 'was_deciding_at',
): Promise<boolean> {
  const left = trx('users').where({ id }).whereRaw(`?? > now() - interval '24 hours'`, [column]);
  return Boolean(await left.first('id'));
}

/** Whether the account is an administrator's, or was within the last day. */
export const wasAdmin = async (trx: Db, { id, role }: Pick<Account, 'id' | 'role'>): Promise<boolean> =>
  role === 'admin' || leftWithinDay(trx, id, 'was_admin_at');

/** Whether the account decides over money, results or accounts, or did within the last day. */
export const wasDeciding = async (trx: Db, { id, role }: Pick<Account, 'id' | 'role'>): Promise<boolean> =>
  isDeciding(role) || leftWithinDay(trx, id, 'was_deciding_at');

/**
 * Keeps a request about an account for 24 hours; 'approved' when another person, whose role is still one of `roles`,
 * has requested the same. The transaction holds the lock of user administration.
 */
async function request(
  trx: Db,
  table: 'factor_clearances' | 'password_requests',
  { userId, actorId, roles }: { userId: string; actorId: string; roles: readonly Role[] },
): Promise<'waiting' | 'approved'> {
  const { rows } = await trx.raw(
    `select requests.requested_by from ?? requests
     join users asked on asked.id = requests.requested_by and asked.role = any(?) and asked.deleted_at is null
     where requests.user_id = ? and requests.requested_by <> ? and requests.requested_at > now() - interval '24 hours'`,
    [table, [...roles], userId, actorId],
  );
  const [asked] = rows as { requested_by: string }[];
  if (asked) {
    enforceEyes(await refusalOfEyes(trx, actorId, [asked.requested_by]));
    await trx(table).where({ user_id: userId }).delete();
    return 'approved';
  }
  await trx(table)
    .insert({ user_id: userId, requested_by: actorId })
    .onConflict('user_id')
    .merge({ requested_by: actorId, requested_at: trx.fn.now() });
  return 'waiting';
}

/** An administrator's request to clear factors; two administrators ask for it. */
export const requestClearance = (trx: Db, userId: string, actorId: string) =>
  request(trx, 'factor_clearances', { userId, actorId, roles: ['admin'] });

/** A request to set an account's password; two people ask for it, of whom one is an administrator. */
export const requestPassword = (trx: Db, userId: string, actor: Pick<Account, 'id' | 'role'>) =>
  request(trx, 'password_requests', {
    userId,
    actorId: actor.id,
    roles: actor.role === 'admin' ? ['admin', 'it'] : ['admin'],
  });
