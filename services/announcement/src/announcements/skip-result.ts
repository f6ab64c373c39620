import type { EventPayload } from '@gerbang/contracts/events';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';

/**
 * Admission could not apply a published result: it is listed for staff, hidden from its family, and its registration is
 * free for another announcement (decisions, Announcements). Told twice it changes nothing.
 */
export async function skipResult(
  trx: Db,
  { announcement_id, registration_id, reason }: EventPayload<'result.skipped'>,
): Promise<void> {
  const skipped = await trx('announcement_results')
    .where({ announcement_id, registration_id })
    .whereNull('skip_reason')
    .whereNotNull('published_at')
    .update({ skip_reason: reason, skipped_at: trx.fn.now(), live: false });
  if (skipped === 0) return;
  await trx('announcements')
    .where({ id: announcement_id })
    .update({ skipped_count: trx.raw('skipped_count + 1'), version: trx.raw('version + 1') });
  await audit(trx, {
    action: 'announcement.result_skipped',
    actor: null,
    subject: announcement_id,
    details: { registration_id, reason },
  });
}
