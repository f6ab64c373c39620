import { ROLE_WORDS } from '@gerbang/domain/roles';
import { isDeciding } from '@gerbang/domain/users';
import type { Db } from '@gerbang/service-kit/data/database';
import { provedOf } from '../account-record/account-notices.ts';
import type { Context } from '../context.ts';
import { type Account, otherAdmins } from '../account-record/users.repository.ts';

/**
 * Tells every other administrator of a new account, or a new role, that decides over money, results or accounts: one person
 * could make the second pair of eyes unseen otherwise. The message names the role alone.
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
    dedupeKey: `deciding-account:${account.id}:${account.version}:${admin.id}`,
    kind: 'deciding_account' as const,
    to: admin.contact_phone,
    accountId: admin.id,
    ...provedOf(admin),
    params,
    priority: 'normal' as const,
  }));
  await outbox.publishMany(trx, 'message.requested', messages, requestId === undefined ? {} : { requestId });
}
