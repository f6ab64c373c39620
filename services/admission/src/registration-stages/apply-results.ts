import type { EventPayload } from '@gerbang/contracts/events';
import { resultObstacle, type SkipReason } from '@gerbang/domain/announcements';
import { auditAll } from '@gerbang/service-kit/audit/audit';
import type { BatchEvent } from '@gerbang/service-kit/events/consumers';
import type { Db } from '@gerbang/service-kit/data/database';
import { publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { publishRaised } from '../registrations/registration-events.ts';
import { resultMessage } from '../registrations/registration-messages.ts';
import { lockRegistrations } from '../registrations/registrations.repository.ts';

type Published = EventPayload<'result.published'>;
type Locked = Awaited<ReturnType<typeof lockRegistrations>>[number];

interface Applicable {
  readonly present: Locked;
  readonly published: Published;
}

/** Why it cannot be applied; null = it can. */
function obstacleOf(present: Locked | undefined, published: Published): SkipReason | null {
  if (!present) return 'deleted';
  // Announced for another child than the one that is registered now: not this registration's result.
  if (present.child_id !== published.child_id) return 'stage';
  return resultObstacle({ ...present, deleted: false }, published.result);
}

/** What can be applied and what cannot; what this announcement has given before is neither. */
function sorted(locked: readonly Locked[], results: readonly Published[]) {
  const now = new Map(locked.map((one) => [one.id, one]));
  const applicable: Applicable[] = [];
  const skipped: EventPayload<'result.skipped'>[] = [];
  for (const published of results) {
    const { registration_id, announcement_id, result } = published;
    const present = now.get(registration_id);
    if (present?.result_announcement_id === announcement_id) continue;
    const reason = obstacleOf(present, published);
    if (!present || reason !== null) {
      skipped.push({ announcement_id, registration_id, reason: reason ?? 'deleted' });
      continue;
    }
    applicable.push({ present, published });
    now.set(registration_id, { ...present, current_stage: result, result_announcement_id: announcement_id });
  }
  return { applicable, skipped };
}

/** Stage, time of acceptance, history and trail, as the publisher's doing. */
async function write(
  trx: Db,
  applicable: readonly Applicable[],
  requestId: string | undefined,
): Promise<void> {
  const results = applicable.map(({ published }) => published);
  await trx.raw(
    `update registrations r
     set current_stage = e.result, accepted_at = case when e.result = 'passed' then e.published_at end,
       result_announcement_id = e.announcement_id, observation_date = null, version = r.version + 1,
       event_version = r.event_version + 1, updated_at = now()
     from unnest(?::uuid[], ?::uuid[], ?::text[], ?::timestamptz[]) as e(id, announcement_id, result, published_at)
     where r.id = e.id`,
    [
      results.map((one) => one.registration_id),
      results.map((one) => one.announcement_id),
      results.map((one) => one.result),
      results.map((one) => one.published_at),
    ],
  );
  await trx('registration_stages').insert(
    applicable.map(({ present: { id, child_id }, published: { result, published_by: publisher } }) => ({
      id: uuidv7(),
      registration_id: id,
      child_id,
      stage: result,
      reached_at: trx.raw('clock_timestamp()'),
      created_by_id: publisher.id,
      created_by_name: publisher.name,
      created_by_role: publisher.role,
    })),
  );
  await auditAll(
    trx,
    applicable.map(({ present: { id, child_id, current_stage: from }, published }) => ({
      action: 'registration.stage_changed',
      actor: published.published_by,
      subject: id,
      // Where the publisher called from is in the announcement's own trail, under the same request.
      details: {
        child_id,
        current_stage: { from, to: published.result },
        announcement_id: published.announcement_id,
        ...(requestId && { request_id: requestId }),
      },
    })),
  );
}

/** One message a family and result: at once for those whose account is known, the others wait for theirs. */
async function tell(
  context: Context,
  trx: Db,
  applicable: readonly Applicable[],
  requestId: string | undefined,
): Promise<void> {
  const request = { ...(requestId && { requestId }) };
  const ready: EventPayload<'message.requested'>[] = [];
  for (const { present, published } of applicable) {
    const { dedupeKey, kind, params } = resultMessage(context, present, published.announcement_id);
    const { account, family_user_id: userId } = present;
    const message = { dedupeKey, kind, params, priority: 'bulk' } as const;
    if (account?.active && account.phone !== null)
      ready.push({ ...message, params: { ...params }, to: account.phone });
    else await publishAccountMessage(context, trx, userId, { ...message, ...request });
  }
  await context.outbox.publishMany(trx, 'message.requested', ready, request);
}

async function applyAll(
  context: Context,
  trx: Db,
  results: readonly Published[],
  requestId: string | undefined,
): Promise<void> {
  const locked = await lockRegistrations(trx, [...new Set(results.map((one) => one.registration_id))]);
  const { applicable, skipped } = sorted(locked, results);
  for (const { registration_id, reason } of skipped) {
    context.log.warn({ event: 'result_skipped', registration: registration_id, reason });
  }
  await context.outbox.publishMany(trx, 'result.skipped', skipped, { ...(requestId && { requestId }) });
  if (applicable.length === 0) return;
  await write(trx, applicable, requestId);
  await tell(context, trx, applicable, requestId);
  await publishRaised(
    context,
    trx,
    applicable.map(({ present }) => present.id),
  );
}

/**
 * Applies published results, a wave at a time (decisions, Announcements): under the rows' locks waiting_announcement
 * becomes passed or failed, with history, and each family gets one message. Told again it changes nothing. What can no
 * longer be applied is reported back, so that staff see it on the announcement and the family does not see it at all.
 */
export async function applyResults(
  context: Context,
  trx: Db,
  events: readonly BatchEvent<'result.published'>[],
): Promise<void> {
  for (const [requestId, wave] of Map.groupBy(events, ({ meta }) => meta.requestId)) {
    await applyAll(
      context,
      trx,
      wave.map(({ payload }) => payload),
      requestId,
    );
  }
}

/**
 * Applies the results that an event brings, together. Where that fails, each goes its own way from here, so that one that
 * cannot be done holds up no other.
 */
export async function applyTogether(
  context: Context,
  trx: Db,
  { results, ...publication }: EventPayload<'results.published'>,
  requestId: string | undefined,
): Promise<void> {
  const each = results.map((one): Published => ({ ...publication, ...one }));
  try {
    await trx.transaction((together) => applyAll(context, together, each, requestId));
  } catch (error) {
    const { announcement_id: announcement } = publication;
    context.log.warn({ err: error, event: 'results_apart', announcement }, 'results are applied one by one');
    await context.outbox.publishMany(trx, 'result.published', each, { ...(requestId && { requestId }) });
  }
}
