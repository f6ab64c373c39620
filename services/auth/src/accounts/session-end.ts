import type { Db } from '@gerbang/service-kit/data/database';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import type { Context } from '../context.ts';
import type { Account } from '../users/users.repository.ts';

/** The event under the gateway's own work: it ends every session older than the account's epoch. */
export async function publishSessionEnd(
  context: Context,
  trx: Db,
  account: Account,
  origin: Origin,
): Promise<void> {
  await context.outbox.publish(
    trx,
    'sessions.revoked',
    { userId: account.id, epoch: account.session_epoch },
    { requestId: origin.requestId },
  );
}

/** Tells the owner that the password changed; there is no code in it. */
export async function publishPasswordNotice(
  context: Context,
  trx: Db,
  account: Account,
  origin: Origin,
): Promise<void> {
  if (account.contact_phone === null) return;
  await context.outbox.publish(
    trx,
    'message.requested',
    {
      dedupeKey: `password-changed:${account.id}:${account.session_epoch}`,
      kind: 'password_changed',
      to: account.contact_phone,
      params: account.name === null ? {} : { name: account.name },
      priority: 'normal',
    },
    { requestId: origin.requestId },
  );
}
