import type { Announcement } from '@gerbang/contracts/announcement.types';
import type { updateAnnouncement } from '@gerbang/contracts/announcements';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type Entry, replaceResults, resultsOf } from './announcements.repository.ts';
import { changeAnnouncement } from './change-announcement.ts';
import { orAlreadyAnnounced, refuseEntries } from './check-results.ts';
import { countsOf, entriesOf } from './create-announcement.ts';

const TEXTS = ['title', 'content', 'observation_period', 'jenjang'] as const;

/** Whether two lists of entries differ, whatever their order. */
function differ(entries: readonly Entry[], kept: readonly Entry[]): boolean {
  const lineOf = (entry: Entry) =>
    JSON.stringify([entry.registration_id, entry.child_id, entry.result, entry.individual_note]);
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
    changeAnnouncement(context, caller, { id, action: 'edit' }, async ({ trx, present }) => {
      const texts = Object.fromEntries(
        TEXTS.filter((field) => body[field] !== undefined && body[field] !== present[field]).map((field) => [
          field,
          body[field],
        ]),
      );
      const kept = await resultsOf(trx, id);
      const entries = sent ?? kept;
      const listed = sent !== undefined && differ(sent, kept);
      const fields = [...Object.keys(texts), ...(listed ? ['results'] : [])];
      if (fields.length === 0) return null;
      if (listed || texts.jenjang !== undefined) {
        await refuseEntries(trx, id, body.jenjang ?? present.jenjang, entries);
      }
      const ids = new Map(kept.map((result) => [result.registration_id, result.id]));
      await replaceResults(
        trx,
        id,
        entries.map((entry) => ({ ...entry, id: ids.get(entry.registration_id) ?? uuidv7() })),
      );
      const counts = countsOf(entries);
      return { columns: { ...texts, ...counts }, details: { fields, ...(listed && counts) } };
    });
  return orAlreadyAnnounced(
    context.database,
    async () => ({ announcementId: id, entries: sent ?? [] }),
    edit,
  );
}
