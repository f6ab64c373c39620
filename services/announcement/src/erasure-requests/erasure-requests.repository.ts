import type { EventPayload } from '@gerbang/contracts/events';
import { reportErasure } from '@gerbang/service-kit/data/erasure';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { forgetCorrections } from '../result-corrections/result-corrections.repository.ts';
import { endSummaries } from '../observation-scores/summaries.repository.ts';
import { saveRegistrations } from '../registrations/registrations.repository.ts';

/**
 * Erases what announcements hold of registrations that admission erased: the copies become anonymous and the notes to the
 * children go. The counts of passed and failed stay, because they name no child.
 */
export async function eraseFamilyData(
  context: Pick<Context, 'outbox'>,
  trx: Knex.Transaction,
  erased: EventPayload<'data.erased'>,
): Promise<void> {
  const ids = erased.registrations.map(({ id }) => id);
  await saveRegistrations(trx, erased.registrations);
  await trx('announcement_results').whereIn('registration_id', ids).update({ individual_note: null });
  await forgetCorrections(trx, ids);
  await endSummaries(trx, ids);
  if (erased.user_id !== null) await trx('idempotency_keys').where({ user_id: erased.user_id }).delete();
  await reportErasure(context.outbox, trx, erased, 'announcement');
}
