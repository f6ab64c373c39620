import type { EventPayload } from '@gerbang/contracts/events';
import type { Db } from '@gerbang/service-kit/data/database';
import { reportErasure } from '@gerbang/service-kit/data/erasure';
import type { Context } from '../context.ts';
import { closeErased } from '../account-record/close-erased.ts';
import { lockEvenClosed } from '../account-record/users.repository.ts';

/**
 * Closes the account of a family whose data are erased. Sessions end, and the other services learn that name and number are
 * gone.
 */
export async function eraseAccount(
  context: Context,
  trx: Db,
  erased: EventPayload<'data.erased'>,
): Promise<void> {
  const { user_id: id } = erased;
  const present = id === null ? undefined : await lockEvenClosed(trx, id);
  // Without a case, and apart from an archived year, the account ends because its number was never proved; a proof that came meanwhile keeps it.
  const isUnproved = erased.request_id === null && erased.archived === undefined;
  const isKept = isUnproved && present !== undefined && present.phone_verified_at !== null;
  if (present && !isKept) await closeErased(context, trx, present.id);
  await reportErasure(context.outbox, trx, erased, 'auth');
}
