import type { Announcement } from '@gerbang/contracts/announcement.types';
import type { updateAnnouncement } from '@gerbang/contracts/announcements';
import {
  ANNOUNCEMENT_LABELS,
  type AnnouncementAction,
  announcementAfter,
  announcementBefore,
  type AnnouncementStatus,
} from '@gerbang/domain/announcements';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { orAlreadyAnnounced, refuseEntries } from './check-results.ts';
import { noAnnouncement, viewAnnouncement } from './announcements.view.ts';
import {
  type AnnouncementRecord,
  type Entry,
  lockAnnouncement,
  type ResultRecord,
  replaceResults,
  resultsOf,
} from './announcements.repository.ts';
import { countsOf, entriesOf } from './create-announcement.ts';

type Body = z.output<(typeof updateAnnouncement)['body']>;

/** The actions of the trail that change an announcement, for the answer to a stale version. */
const ANNOUNCEMENT_CHANGES = [
  'announcement.created',
  'announcement.updated',
  'announcement.submitted',
  'announcement.approved',
  'announcement.rejected',
  'announcement.revised',
  'announcement.published',
] as const;

const VERBS: Readonly<Record<AnnouncementAction, string>> = {
  edit: 'diubah',
  submit: 'diajukan',
  approve: 'direview',
  reject: 'direview',
  revise: 'diambil kembali',
  publish: 'diterbitkan',
};

/** The state that the action leads to; 409 where the announcement is in another one than it begins in. */
export function nextStatus(present: AnnouncementRecord, action: AnnouncementAction): AnnouncementStatus {
  const next = announcementAfter(present.status, action);
  if (next !== null) return next;
  throw conflict(
    'announcement_status',
    `Pengumuman ini berstatus ${ANNOUNCEMENT_LABELS[present.status]}. Hanya yang berstatus ` +
      `${ANNOUNCEMENT_LABELS[announcementBefore(action)]} yang dapat ${VERBS[action]}.`,
  );
}

/**
 * One change of an announcement: locks it, refuses a stale version, changes, answers it as its GET does. A change that
 * knows the results as it left them answers them, so that thousands are not read again.
 */
export async function changeAnnouncement(
  context: Context,
  caller: Caller,
  id: string,
  change: (trx: Db, present: AnnouncementRecord) => Promise<readonly ResultRecord[] | void>,
): Promise<Announcement> {
  return context.database.transaction(async (trx) => {
    const present = await lockAnnouncement(trx, id);
    if (!present) throw noAnnouncement();
    const view = (known?: readonly ResultRecord[]) => viewAnnouncement(context, trx, caller, id, known);
    await refuseStale(trx, {
      header: caller.ifMatch,
      record: present,
      actions: ANNOUNCEMENT_CHANGES,
      current: () => view(),
    });
    return view((await change(trx, present)) ?? undefined);
  });
}

const TEXTS = ['title', 'content', 'observation_period', 'jenjang'] as const;

const lineOf = (entry: Entry) =>
  JSON.stringify([entry.registration_id, entry.child_id, entry.result, entry.individual_note]);

/** Whether the list says something else than what is kept. */
function differ(entries: readonly Entry[], kept: readonly Entry[]): boolean {
  const known = new Set(kept.map(lineOf));
  return entries.length !== kept.length || entries.some((entry) => !known.has(lineOf(entry)));
}

/** Changes the sent fields of a draft; a sent list replaces the one that was there (authorization row N04). */
export async function editAnnouncement(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<Announcement> {
  const sent = body.results && entriesOf(body.results);
  const edit = () =>
    changeAnnouncement(context, caller, id, async (trx, present) => {
      nextStatus(present, 'edit');
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
      if (fields.length === 0) return;
      if (listed || texts.jenjang !== undefined) {
        await refuseEntries(trx, id, body.jenjang ?? present.jenjang, entries);
      }
      const ids = new Map(kept.map((one) => [one.registration_id, one.id]));
      await replaceResults(
        trx,
        id,
        entries.map((entry) => ({ ...entry, id: ids.get(entry.registration_id) ?? uuidv7() })),
      );
      await trx('announcements')
        .where({ id })
        .update({ ...texts, ...countsOf(entries), version: present.version + 1, updated_at: trx.fn.now() });
      await audit(trx, {
        action: 'announcement.updated',
        actor: await actorOf(trx, caller),
        subject: id,
        details: { fields, ...(listed && countsOf(entries)) },
        origin: caller.origin,
      });
    });
  return orAlreadyAnnounced(
    context.database,
    async () => ({ announcementId: id, entries: sent ?? [] }),
    edit,
  );
}
