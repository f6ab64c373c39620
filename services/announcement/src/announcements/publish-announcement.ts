import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import type { EventPayload } from '@gerbang/contracts/events';
import { RESULTS_TOGETHER } from '@gerbang/contracts/result-events';
import { resultObstacle, type SkipReason } from '@gerbang/domain/announcements';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import {
  publishResults,
  type ResultRecord,
  resultsOf,
  skipPublishedResult,
} from './announcements.repository.ts';
import { announcementText } from './announcements.view.ts';
import { changeAnnouncement } from './change-announcement.ts';
import { refuseOverbooking } from '../seats/refuse-overbooking.ts';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';

/** What a publication says of every result. */
type Publication = Omit<EventPayload<'results.published'>, 'results'>;

/** The results as admission gets them: many in each event, so that thousands are sealed, sent and applied in few. */
function toEvents(
  publication: Publication,
  applicable: readonly ResultRecord[],
): EventPayload<'results.published'>[] {
  const results = applicable.map(({ id: result_id, registration_id, child_id, result, individual_note }) => ({
    result_id,
    registration_id,
    child_id,
    result,
    individual_note,
  }));
  return Array.from({ length: Math.ceil(results.length / RESULTS_TOGETHER) }, (_none, at) => ({
    ...publication,
    results: results.slice(at * RESULTS_TOGETHER, (at + 1) * RESULTS_TOGETHER),
  }));
}

/**
 * Notifies everyone who must know of a publication:
 *
 * - staff and the trail: the entry of `changeAnnouncement`, with the numbers of applied and skipped results;
 * - admission: `results.published`, by which it moves the registrations, gives seats and keeps the texts;
 * - families: by admission, one message for each result that it could apply (`apply-results.ts` there);
 * - other services: by admission's `registration.changed`.
 *
 * Nothing else is sent from here, and only in the transaction of the publication.
 */
async function notifyOfPublication(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  {
    publication,
    applicable,
  }: { readonly publication: Publication; readonly applicable: readonly ResultRecord[] },
  { origin }: Caller,
): Promise<void> {
  const events = toEvents(publication, applicable);
  await outbox.publishMany(trx, 'results.published', events, { requestId: origin.requestId });
}

/** Separates the results that can be applied from those whose registration no longer waits for one. */
function separate(results: readonly ResultRecord[], announced: Jenjang) {
  const skipped: { id: string; reason: SkipReason }[] = [];
  const applicable: ResultRecord[] = [];
  for (const result of results) {
    const reason = resultObstacle(result, result.result, result.jenjang !== announced);
    if (reason === null) applicable.push(result);
    else skipped.push({ id: result.id, reason });
  }
  return { skipped, applicable };
}

/**
 * Publishes an approved announcement, once: its status, the skipped results and the events of the others in one
 * transaction. Admission applies the events; registrations that no longer wait by the copy here are left out.
 */
export async function publishAnnouncement(
  context: Context,
  caller: Caller,
  id: string,
): Promise<Announcement> {
  return changeAnnouncement(context, caller, { id, action: 'publish' }, async ({ trx, actor, present }) => {
    await refuseOverbooking(trx, present);
    const at = context.now();
    const by = await actor();
    const results = await resultsOf(trx, id);
    const { skipped, applicable } = separate(results, present.jenjang);
    await publishResults(trx, id, at, skipped);
    const reasons = new Map(skipped.map((result) => [result.id, result.reason]));
    const publication: Publication = {
      announcement_id: id,
      published_at: at.toISOString(),
      text: announcementText(present),
      published_by: { id: caller.id, name: by.name, role: caller.role },
    };
    return {
      columns: {
        published_at: at,
        told: true,
        published_by_id: by.id,
        published_by_name: by.name,
        published_by_role: caller.role,
        skipped_count: skipped.length,
      },
      details: { results: applicable.length, skipped: skipped.length },
      publish: () => notifyOfPublication(context, trx, { publication, applicable }, caller),
      results: results.map((result) => ({
        ...result,
        skip_reason: reasons.get(result.id) ?? result.skip_reason,
      })),
    };
  });
}

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
