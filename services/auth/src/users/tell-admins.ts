import { ROLE_WORDS } from '@gerbang/domain/roles';
import { isDeciding } from '@gerbang/domain/users';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { type Account, otherAdmins } from '../account-record/users.repository.ts';

/**
 * Tells every other administrator of a new account, or a new role, that decides over money, results or accounts: one person
 * could make the second pair of eyes unseen otherwise. It is read in the portal, and names the role alone.
 */
export async function tellAdmins(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  account: Pick<Account, 'id' | 'role' | 'version'>,
  what: 'created' | 'role',
  requestId?: string,
): Promise<void> {
  if (!isDeciding(account.role)) return;
  const role = ROLE_WORDS[account.role];
  const params = { what: what === 'created' ? `akun baru ${role}` : `peran baru ${role} pada sebuah akun` };
  const messages = (await otherAdmins(trx, account.id)).map((admin) => ({
    dedupeKey: `deciding-account:${account.id}:${account.version}:${admin}`,
    kind: 'deciding_account' as const,
    to: null,
    accountId: admin,
    params,
    priority: 'normal' as const,
  }));
  await outbox.publishMany(trx, 'message.requested', messages, requestId === undefined ? {} : { requestId });
}
