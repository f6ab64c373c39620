import type { EventPayload } from '@gerbang/contracts/events';
import { resultObstacle, type SkipReason } from '@gerbang/domain/announcements';
import { audit } from '@gerbang/service-kit/audit';
import type { EventMeta } from '@gerbang/service-kit/consumers';
import type { Db } from '@gerbang/service-kit/database';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { publishRegistrations } from '../registrations/registration-events.ts';
import { tellResult } from '../registrations/registration-messages.ts';
import { type LockedRegistration, lockRegistration } from '../registrations/registrations.repository.ts';

type Published = EventPayload<'result.published'>;

/** Why it cannot be applied; null = it can. */
function obstacleOf(present: LockedRegistration | undefined, published: Published): SkipReason | null {
  if (!present) return 'deleted';
  // Announced for another child than the one that is registered now: not this registration's result.
  if (present.child_id !== published.child_id) return 'stage';
  return resultObstacle({ ...present, deleted: false }, published.result);
}

/** Stage, time of acceptance, history and trail, as the publisher's doing. */
async function write(trx: Db, present: LockedRegistration, published: Published, requestId?: string) {
  const { id, child_id, current_stage: from } = present;
  const { result: to, published_by: publisher, published_at, announcement_id } = published;
  await trx('registrations')
    .where({ id })
    .update({
      current_stage: to,
      accepted_at: to === 'passed' ? published_at : null,
      result_announcement_id: announcement_id,
      observation_date: null,
      version: present.version + 1,
      updated_at: trx.fn.now(),
    });
  await trx('registration_stages').insert({
    id: uuidv7(),
    registration_id: id,
    child_id,
    stage: to,
    reached_at: trx.raw('clock_timestamp()'),
    created_by_id: publisher.id,
    created_by_name: publisher.name,
    created_by_role: publisher.role,
  });
  await audit(trx, {
    action: 'registration.stage_changed',
    actor: publisher,
    subject: id,
    // Where the publisher called from is in the announcement's own trail, under the same request.
    details: {
      child_id,
      current_stage: { from, to },
      announcement_id,
      ...(requestId && { request_id: requestId }),
    },
  });
}

/**
 * Applies a published result (decisions, Announcements): under the row's lock waiting_announcement becomes passed or
 * failed, with history, and the family gets one message. Told again it changes nothing. What can no longer be applied is
 * reported back, so that staff see it on the announcement and the family does not see it at all.
 */
export async function applyResult(
  context: Context,
  trx: Db,
  published: Published,
  { requestId }: Pick<EventMeta, 'requestId'>,
): Promise<void> {
  const { announcement_id, registration_id } = published;
  const present = await lockRegistration(trx, registration_id);
  if (present?.result_announcement_id === announcement_id) return;
  const reason = obstacleOf(present, published);
  if (!present || reason !== null) {
    context.log.warn({ event: 'result_skipped', registration: registration_id, reason });
    const skipped = { announcement_id, registration_id, reason: reason ?? ('deleted' as const) };
    await context.outbox.publish(trx, 'result.skipped', skipped, { ...(requestId && { requestId }) });
    return;
  }
  await write(trx, present, published, requestId);
  await tellResult(context, trx, present, announcement_id, requestId);
  await publishRegistrations(context, trx, [registration_id]);
}
