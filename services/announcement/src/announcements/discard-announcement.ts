import { ANNOUNCEMENT_LABELS } from '@gerbang/domain/announcements';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { deleteAnnouncement, lockAnnouncement } from './announcements.repository.ts';
import { noAnnouncement, viewAnnouncement } from './announcements.view.ts';
import { CHANGES } from './change-announcement.ts';

/** Throws a draft away with its results, whose students wait again; the trail keeps that there was one. 409 in any other status. */
export async function discardAnnouncement(context: Context, caller: Caller, id: string): Promise<void> {
  return changeLocked(context.database, caller, {
    lock: (trx) => lockAnnouncement(trx, id),
    notFound: noAnnouncement,
    expect: { actions: CHANGES, present: ({ trx }) => viewAnnouncement(context, trx, caller, id) },
    apply: async ({ trx, present: { status, jenjang, passed_count, failed_count, waitlisted_count } }) => {
      if (status !== 'draft') {
        throw conflict(
          'announcement_status',
          `Pengumuman ini berstatus ${ANNOUNCEMENT_LABELS[status]}. Hanya draf yang dapat dibuang.`,
        );
      }
      await deleteAnnouncement(trx, id);
      return { jenjang, passed_count, failed_count, ...(waitlisted_count > 0 && { waitlisted_count }) };
    },
    audit: (_step, details) => ({ action: 'announcement.discarded', subject: id, details }),
    view: () => undefined,
  });
}
