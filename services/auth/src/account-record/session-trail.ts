import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Account } from './users.repository.ts';
import { publishNewDevice } from './account-notices.ts';
import type { Caller } from './caller.ts';

export type SessionAction = 'session.started' | 'session.ended' | 'session.failed';

/** Writes the trail of a staff account's sessions; families' are not kept. */
export async function noteSession(
  db: Db,
  account: Account,
  action: SessionAction,
  origin: Origin,
): Promise<void> {
  if (account.role === 'wali_murid') return;
  await audit(db, { action, actor: account, subject: account.id, origin });
}

/** Notes a login in the trail, and tells staff of a new device. */
export async function noteLogin(
  context: Parameters<typeof publishNewDevice>[0],
  trx: Db,
  account: Account,
  caller: Caller,
): Promise<void> {
  if (account.role === 'wali_murid') return;
  await noteSession(trx, account, 'session.started', caller);
  await publishNewDevice(context, trx, account, caller);
}
