import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import type { updateAnnouncement } from '@gerbang/contracts/announcements';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type Entry, type Examination, replaceResults, resultsOf } from './announcements.repository.ts';
import { changeAnnouncement } from './change-announcement.ts';
import { orAlreadyAnnounced, refuseEntries } from './check-results.ts';
import { countsOf, entriesOf, trailCounts } from './create-announcement.ts';
import { examinedCount, withExaminations } from './examine-results.ts';

const TEXTS = ['title', 'content', 'observation_period', 'jenjang'] as const;

/** Whether two lists of entries differ, whatever their order. */
function differ(entries: readonly (Entry & Examination)[], kept: readonly (Entry & Examination)[]): boolean {
  const lineOf = (entry: Entry & Examination) =>
    JSON.stringify([
      entry.registration_id,
      entry.child_id,
      entry.result,
      entry.individual_note,
      entry.checked_at !== null,
    ]);
  const known = new Set(kept.map(lineOf));
  return entries.length !== kept.length || entries.some((entry) => !known.has(lineOf(entry)));
}

/** Changes the sent fields of a draft; a sent list of results replaces the former one. */
export async function editAnnouncement(
  context: Context,
  caller: Caller,
  id: string,
  body: z.output<(typeof updateAnnouncement)['body']>,
): Promise<Announcement> {
  const sent = body.results && entriesOf(body.results);
  const edit = () =>
    changeAnnouncement(context, caller, { id, action: 'edit' }, async ({ trx, present, actor }) => {
      const texts = Object.fromEntries(
        TEXTS.filter((field) => body[field] !== undefined && body[field] !== present[field]).map((field) => [
          field,
          body[field],
        ]),
      );
      const kept = await resultsOf(trx, id);
      const known = new Map(kept.map((result) => [result.registration_id, result]));
      const entries =
        sent === undefined ? kept : withExaminations(sent, known, { by: await actor(), at: context.now() });
      const listed = sent !== undefined && differ(entries, kept);
      const fields = [...Object.keys(texts), ...(listed ? ['results'] : [])];
      if (fields.length === 0) return null;
      if (listed || texts.jenjang !== undefined) {
        await refuseEntries(trx, id, body.jenjang ?? present.jenjang, entries);
      }
      await replaceResults(
        trx,
        id,
        entries.map((entry) => ({ ...entry, id: known.get(entry.registration_id)?.id ?? uuidv7() })),
      );
      const counts = countsOf(entries);
      const trail = listed && { ...trailCounts(entries), examined_count: examinedCount(entries) };
      return { columns: { ...texts, ...counts }, details: { fields, ...trail } };
    });
  return orAlreadyAnnounced(
    context.database,
    async () => ({ announcementId: id, entries: sent ?? [] }),
    edit,
  );
}
