import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import { createAnnouncement as call } from '@gerbang/contracts/announcements';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { onceBy } from '@gerbang/service-kit/http/idempotency';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { orAlreadyAnnounced, refuseEntries } from './check-results.ts';
import { viewAnnouncement } from './announcements.view.ts';
import { type Entry, insertAnnouncement, replaceResults } from './announcements.repository.ts';
import { examinedCount, type SentEntry, withExaminations } from './examine-results.ts';

type Body = z.output<(typeof call)['body']>;

/** The entries of a body; a note that was left out is null. */
export function entriesOf(results: Body['results']): SentEntry[] {
  return results.map(({ individual_note = null, ...entry }) => ({ ...entry, individual_note }));
}

/** How many entries have each result, as columns of the announcement. */
export function countsOf(entries: readonly Pick<Entry, 'result'>[]) {
  const count = (wanted: Entry['result']) => entries.filter(({ result }) => result === wanted).length;
  return {
    passed_count: count('passed'),
    failed_count: count('failed'),
    waitlisted_count: count('waitlisted'),
  };
}

/** The counts as the trail names them; the waiting list only where a result goes to it. */
export function trailCounts(entries: readonly Pick<Entry, 'result'>[]) {
  const { waitlisted_count, ...plain } = countsOf(entries);
  return waitlisted_count > 0 ? { ...plain, waitlisted_count } : plain;
}

/** Makes a draft for any number of waiting students of a level. */
export async function createAnnouncement(
  context: Context,
  caller: Caller,
  body: Body,
): Promise<Announcement> {
  const { results, ...texts } = body;
  const entries = entriesOf(results);
  const id = uuidv7();
  return orAlreadyAnnounced(
    context.database,
    async () => ({ announcementId: id, entries }),
    () =>
      onceBy(context, caller, { route: call.id, body }, async (trx) => {
        await refuseEntries(trx, id, body.jenjang, entries);
        const actor = await actorOf(trx, caller);
        await insertAnnouncement(trx, {
          id,
          ...texts,
          ...countsOf(entries),
          created_by_id: actor.id,
          created_by_name: actor.name,
          created_by_role: caller.role,
        });
        const written = withExaminations(entries, new Map(), { by: actor, at: context.now() });
        await replaceResults(
          trx,
          id,
          written.map((entry) => ({ ...entry, id: uuidv7() })),
        );
        await audit(trx, {
          action: 'announcement.created',
          actor,
          subject: id,
          details: { jenjang: body.jenjang, ...trailCounts(entries), examined_count: examinedCount(written) },
          origin: caller.origin,
        });
        return viewAnnouncement(context, trx, caller, id);
      }),
  );
}
