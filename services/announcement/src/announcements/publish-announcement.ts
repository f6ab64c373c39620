import type { Announcement } from '@gerbang/contracts/announcement.types';
import { type EventPayload, RESULTS_TOGETHER } from '@gerbang/contracts/events';
import { resultObstacle, type SkipReason } from '@gerbang/domain/announcements';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { type ResultRecord, resultsOf } from './announcements.repository.ts';
import { changeAnnouncement, nextStatus } from './change-announcement.ts';

/** Marks who can have no result any more: listed for staff, free for another announcement. */
async function skip(
  trx: Db,
  at: Date,
  skipped: readonly { readonly id: string; readonly reason: SkipReason }[],
): Promise<void> {
  if (skipped.length === 0) return;
  await trx.raw(
    `update announcement_results e set live = false, skip_reason = s.reason, skipped_at = ?
     from unnest(?::uuid[], ?::text[]) as s(id, reason) where e.id = s.id`,
    [at, skipped.map(({ id }) => id), skipped.map(({ reason }) => reason)],
  );
}

/** What admission is told: many results an event, so that thousands are sealed, carried and applied in few. */
function toEvents(
  publication: Omit<EventPayload<'results.published'>, 'results'>,
  applicable: readonly ResultRecord[],
): EventPayload<'results.published'>[] {
  const results = applicable.map(({ id: result_id, registration_id, child_id, result }) => ({
    result_id,
    registration_id,
    child_id,
    result,
  }));
  return Array.from({ length: Math.ceil(results.length / RESULTS_TOGETHER) }, (_none, at) => ({
    ...publication,
    results: results.slice(at * RESULTS_TOGETHER, (at + 1) * RESULTS_TOGETHER),
  }));
}

function sorted(results: readonly ResultRecord[]) {
  const skipped: { id: string; reason: SkipReason }[] = [];
  const applicable: ResultRecord[] = [];
  for (const one of results) {
    const reason = resultObstacle(one, one.result);
    if (reason === null) applicable.push(one);
    else skipped.push({ id: one.id, reason });
  }
  return { skipped, applicable };
}

/**
 * approved → published, once: status, what is skipped and the events of the results in one transaction (authorization row
 * N07; decisions, Announcements). Admission applies the events; who does not wait by what is known here is in none.
 */
export async function publishAnnouncement(
  context: Context,
  caller: Caller,
  id: string,
): Promise<Announcement> {
  return changeAnnouncement(context, caller, id, async (trx, present) => {
    const to = nextStatus(present, 'publish');
    const at = context.now();
    const actor = await actorOf(trx, caller);
    const results = await resultsOf(trx, id);
    const { skipped, applicable } = sorted(results);
    await skip(trx, at, skipped);
    await trx('announcement_results')
      .where({ announcement_id: id })
      .whereNull('skip_reason')
      .update({ published_at: at });
    await trx('announcements')
      .where({ id })
      .update({
        status: to,
        published_at: at,
        published_by_id: actor.id,
        published_by_name: actor.name,
        published_by_role: actor.role,
        skipped_count: skipped.length,
        version: present.version + 1,
        updated_at: at,
      });
    await context.outbox.publishMany(
      trx,
      'results.published',
      toEvents(
        {
          announcement_id: id,
          published_at: at.toISOString(),
          published_by: { id: caller.id, name: actor.name, role: caller.role },
        },
        applicable,
      ),
      { requestId: caller.origin.requestId },
    );
    await audit(trx, {
      action: 'announcement.published',
      actor,
      subject: id,
      details: {
        status: { from: present.status, to },
        results: applicable.length,
        skipped: skipped.length,
      },
      origin: caller.origin,
    });
    const reasons = new Map(skipped.map((one) => [one.id, one.reason]));
    return results.map((one) => ({ ...one, skip_reason: reasons.get(one.id) ?? one.skip_reason }));
  });
}
