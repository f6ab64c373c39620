import type { Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Outbox } from '@gerbang/service-kit/events/outbox';
import type { Context } from '../context.ts';
import type { Account } from '../users/users.repository.ts';

/**
 * Publishes the state of an account in the transaction of its change. A closed account has no phone in the event,
 * because its number is free again.
 */
export async function publishAccount(
  outbox: Outbox,
  trx: Db,
  account: Account,
  requestId?: string,
): Promise<void> {
  const { id, name, role, version } = account;
  const phone_verified = account.phone_verified_at !== null;
  const active = account.deleted_at === null;
  await outbox.publish(
    trx,
    'account.changed',
    { id, name, role, phone: active ? account.contact_phone : null, phone_verified, active, version },
    { version, ...(requestId && { requestId }) },
  );
}

/** Publishes that every session older than the account's epoch ends; a gateway that missed the header follows it. */
export async function publishSessionEnd(
  context: Context,
  trx: Db,
  account: Account,
  origin: Origin | null,
): Promise<void> {
  await context.outbox.publish(
    trx,
    'sessions.revoked',
    { userId: account.id, epoch: account.session_epoch },
    { ...(origin && { requestId: origin.requestId }) },
  );
}
