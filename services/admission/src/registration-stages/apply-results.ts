import type { EventPayload } from '@gerbang/contracts/events';
import { resultObstacle, type SkipReason } from '@gerbang/domain/announcements';
import type { BatchEvent } from '@gerbang/service-kit/events/consumers';
import type { Db } from '@gerbang/service-kit/data/database';
import { accountMessageRows } from '@gerbang/service-kit/events/account-messages';
import type { OutboxRow } from '@gerbang/service-kit/events/outbox';
import type { Context } from '../context.ts';
import { afterMoves, type Move } from '../registration-record/moves.ts';
import { raisedRows } from '../registration-record/publish.ts';
import { resultMessage } from '../registration-record/notify.ts';
import { lockRooms, offerResults, type Rooms } from '../seats/offers/offer-results.ts';
import { lockRegistrations } from '../registration-record/registrations.repository.ts';
import { savePublished } from '../registration-record/published-results.repository.ts';
import { stageMove, writeStages } from '../registration-record/stages.repository.ts';

type Published = EventPayload<'result.published'>;
type Locked = Awaited<ReturnType<typeof lockRegistrations>>[number];

interface Request {
  readonly requestId?: string;
}

interface Applicable {
  readonly present: Locked;
  readonly published: Published;
}

/** Why a result cannot be applied; null = it can. */
function obstacleOf(present: Locked | undefined, published: Published): SkipReason | null {
  if (!present) return 'deleted';
  // Announced for another child than the one that is registered now.
  if (present.child_id !== published.child_id) return 'stage';
  // The level was corrected while the announcement of the former one was published.
  const elsewhere = published.text !== undefined && published.text.jenjang !== present.jenjang;
  return resultObstacle({ ...present, deleted: false }, published.result, elsewhere);
}

/** Splits results into those that can be applied and those that cannot; one that was applied before is in neither. */
function sorted(locked: readonly Locked[], results: readonly Published[], rooms: Rooms) {
  const now = new Map(locked.map((one) => [one.id, one]));
  const applicable: Applicable[] = [];
  const skipped: EventPayload<'result.skipped'>[] = [];
  for (const published of results) {
    const { registration_id, announcement_id, result } = published;
    const present = now.get(registration_id);
    if (present?.result_announcement_id === announcement_id) continue;
    const obstacle = obstacleOf(present, published);
    const reason = obstacle ?? (present && rooms.take({ present, result }) ? null : 'seats');
    if (!present || reason !== null) {
      skipped.push({ announcement_id, registration_id, reason: reason ?? 'deleted' });
      continue;
    }
    applicable.push({ present, published });
    now.set(registration_id, { ...present, current_stage: result, result_announcement_id: announcement_id });
  }
  return { applicable, skipped };
}

/** Writes stages and trail in one statement; the actor is the person who published. */
async function write(
  trx: Db,
  applicable: readonly Applicable[],
  requestId: string | undefined,
): Promise<void> {
  await writeStages(
    trx,
    applicable.map(({ present, published }) => ({
      present,
      to: published.result,
      by: 'publication',
      actor: published.published_by,
      result: { announcementId: published.announcement_id, publishedAt: published.published_at },
    })),
    applicable.map(({ present: { id, child_id, current_stage: from }, published }) => ({
      action: 'registration.stage_changed',
      actor: published.published_by,
      subject: id,
      // The publisher's address is in the announcement's own trail, under the same request.
      details: {
        child_id,
        current_stage: { from, to: published.result },
        announcement_id: published.announcement_id,
        ...(requestId && { request_id: requestId }),
      },
    })),
  );
}

/** One message a family and result: at once where the account is known, otherwise when its event has come. */
const messageRows = (context: Context, applicable: readonly Applicable[], request: Request): OutboxRow[] =>
  accountMessageRows(
    context,
    applicable.map(({ present, published }) => ({
      userId: present.family_user_id,
      account: present.account,
      message: resultMessage(context, present, published.announcement_id),
    })),
    request,
  );

/** Keeps what the families read of these results with the stages that they give, so that no dashboard shows one without the other. */
async function keepTexts(trx: Db, applicable: readonly Applicable[]): Promise<void> {
  const all = applicable.map(({ published }) => published);
  for (const [announcement_id, results] of Map.groupBy(all, (one) => one.announcement_id)) {
    const [{ text, published_at } = {}] = results;
    if (!text || !published_at) continue;
    const told = results.map(({ individual_note = null, ...one }) => ({ ...one, individual_note }));
    await savePublished(trx, { announcement_id, published_at, text, results: told });
  }
}

const registrationsIn = (results: readonly Published[]) => [
  ...new Set(results.map((one) => one.registration_id)),
];

/** Gives seats and places on lists to what was applied, in the name of the person who published it. */
async function giveSeats(
  context: Context,
  trx: Db,
  { pools }: Rooms,
  applicable: readonly Applicable[],
): Promise<void> {
  if (pools.length === 0) return;
  const by = Map.groupBy(applicable, ({ published }) => published.announcement_id);
  for (const [first, ...others] of by.values()) {
    if (!first) continue;
    const announced = [first, ...others].map(({ present, published }) => ({
      present,
      result: published.result,
    }));
    await offerResults(context, trx, { pools, announced, by: first.published.published_by });
  }
}

/** Returns the results that were applied; the pools must be locked before. */
async function applyAll(
  context: Context,
  trx: Db,
  { results, rooms }: { readonly results: readonly Published[]; readonly rooms: Rooms },
  requestId: string | undefined,
): Promise<Move[]> {
  const locked = await lockRegistrations(trx, registrationsIn(results));
  const { applicable, skipped } = sorted(locked, results, rooms);
  for (const { registration_id, reason } of skipped) {
    context.log.warn({ event: 'result_skipped', registration: registration_id, reason });
  }
  const request = { ...(requestId && { requestId }) };
  const skippedRows = context.outbox.rows('result.skipped', skipped, request);
  if (applicable.length === 0) {
    await context.outbox.publishRows(trx, skippedRows);
    return [];
  }
  await write(trx, applicable, requestId);
  await giveSeats(context, trx, rooms, applicable);
  await keepTexts(trx, applicable);
  const ids = applicable.map(({ present }) => present.id);
  await context.outbox.publishRows(trx, [
    ...skippedRows,
    ...messageRows(context, applicable, request),
    ...(await raisedRows(context, trx, ids, { bulk: true })),
  ]);
  return applicable.map(({ present, published }) =>
    stageMove({ present, to: published.result, by: 'publication' }),
  );
}

/**
 * Applies published results, a wave at a time: under the rows' locks `waiting_announcement` becomes the result,
 * with history, and each family gets one message. A repeated event changes nothing. A result that can no longer be
 * applied is reported back: staff see it on the announcement, the family does not see it at all.
 */
export async function applyResults(
  context: Context,
  trx: Db,
  events: readonly BatchEvent<'result.published'>[],
): Promise<void> {
  const applied: Move[] = [];
  // All of them before the first registration: whoever needs both locks the pool first.
  const rooms = await lockRooms(trx, registrationsIn(events.map(({ payload }) => payload)));
  for (const [requestId, wave] of Map.groupBy(events, ({ meta }) => meta.requestId)) {
    const results = wave.map(({ payload }) => payload);
    applied.push(...(await applyAll(context, trx, { results, rooms }, requestId)));
  }
  await afterMoves(context, trx, applied);
}

/** Applies the results of an event together; where that fails, each becomes an event of its own and blocks no other. */
export async function applyTogether(
  context: Context,
  trx: Db,
  { results, ...publication }: EventPayload<'results.published'>,
  requestId: string | undefined,
): Promise<void> {
  const each = results.map((one): Published => ({ ...publication, ...one }));
  try {
    const applied = await trx.transaction(async (together) => {
      const rooms = await lockRooms(together, registrationsIn(each));
      return applyAll(context, together, { results: each, rooms }, requestId);
    });
    await afterMoves(context, trx, applied);
  } catch (error) {
    const { announcement_id: announcement } = publication;
    context.log.warn({ err: error, event: 'results_apart', announcement }, 'results are applied one by one');
    await context.outbox.publishMany(trx, 'result.published', each, { ...(requestId && { requestId }) });
  }
}
