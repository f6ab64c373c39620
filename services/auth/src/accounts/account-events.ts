import type { Db } from '@gerbang/service-kit/data/database';
import type { Outbox } from '@gerbang/service-kit/events/outbox';
import type { Account } from '../users/users.repository.ts';

/**
 * Tells the others how an account stands, in the transaction of its change. The number of a
 * closed account is free again, so it is not told.
 */
export async function publishAccount(
  outbox: Outbox,
  trx: Db,
  account: Account,
  requestId?: string,
): Promise<void> {
  const { id, name, role, version } = account;
  const active = account.deleted_at === null;
  await outbox.publish(
    trx,
    'account.changed',
    { id, name, role, phone: active ? account.contact_phone : null, active, version },
    { version, ...(requestId && { requestId }) },
  );
}
