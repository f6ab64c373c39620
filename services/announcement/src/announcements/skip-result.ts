import type { EventPayload } from '@gerbang/contracts/events';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { skipPublishedResult } from './announcements.repository.ts';

/**
 * Skips a published result that admission could not apply: staff see it listed, the family no longer sees it, and its
 * registration is free for another announcement. A repeated event changes nothing.
 */
export async function skipResult(
  trx: Db,
  { announcement_id, registration_id, reason }: EventPayload<'result.skipped'>,
): Promise<void> {
  if (!(await skipPublishedResult(trx, { announcement_id, registration_id }, reason))) return;
  await audit(trx, {
    action: 'announcement.result_skipped',
    actor: null,
    subject: announcement_id,
    details: { registration_id, reason },
  });
}
