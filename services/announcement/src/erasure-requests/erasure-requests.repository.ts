import type { EventPayload } from '@gerbang/contracts/events';
import { reportErasure } from '@gerbang/service-kit/data/erasure';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { saveRegistrations } from '../registrations/registrations.repository.ts';

/**
 * Lets go of registrations that are gone at their owner: the copies become nobody's, and what was written to a child about
 * its result goes. How many passed and failed stays: it is the announcement's and names nobody.
 */
export async function letGo(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  erased: EventPayload<'data.erased'>,
): Promise<void> {
  const ids = erased.registrations.map(({ id }) => id);
  await saveRegistrations(trx, erased.registrations);
  await trx('announcement_results').whereIn('registration_id', ids).update({ individual_note: null });
  if (erased.user_id !== null) await trx('idempotency_keys').where({ user_id: erased.user_id }).delete();
  await reportErasure(context.outbox, trx, erased, 'announcement');
}
