import type { Announcement } from '@gerbang/contracts/announcement.types';
import type { reviewAnnouncement as reviewCall } from '@gerbang/contracts/announcements';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { resultsOf } from './announcements.repository.ts';
import { changeAnnouncement } from './change-announcement.ts';
import { orAlreadyAnnounced, refuseTakenEntries } from './check-results.ts';

/** Submits a draft for review; 409 without any student. */
export async function submitAnnouncement(
  context: Context,
  caller: Caller,
  id: string,
): Promise<Announcement> {
  return changeAnnouncement(context, caller, { id, action: 'submit' }, async ({ present }) => {
    if (present.passed_count + present.failed_count === 0) {
      throw conflict('no_results', 'Tambahkan paling sedikit satu siswa sebelum pengumuman diajukan.');
    }
    return { columns: { submitted_at: context.now() } };
  });
}

/** Approves or rejects a submitted announcement; its author may not. */
export async function reviewAnnouncement(
  context: Context,
  caller: Caller,
  id: string,
  { status, review_notes = null }: z.output<(typeof reviewCall)['body']>,
): Promise<Announcement> {
  const action = status === 'approved' ? 'approve' : 'reject';
  return changeAnnouncement(context, caller, { id, action }, async ({ actor }) => {
    const by = await actor();
    return {
      columns: {
        review_notes,
        reviewed_at: context.now(),
        reviewed_by_id: by.id,
        reviewed_by_name: by.name,
        reviewed_by_role: caller.role,
      },
    };
  });
}

/**
 * Makes a rejected announcement a draft again, with its review notes. It takes its students again; 409 with their names
 * where another announcement has taken some of them.
 */
export async function reviseAnnouncement(
  context: Context,
  caller: Caller,
  id: string,
): Promise<Announcement> {
  const entries = async (db: Db) => ({ announcementId: id, entries: await resultsOf(db, id) });
  return orAlreadyAnnounced(
    context.database,
    () => entries(context.database.knex),
    () =>
      changeAnnouncement(context, caller, { id, action: 'revise' }, async ({ trx }) => {
        await refuseTakenEntries(trx, await entries(trx));
        return {};
      }),
  );
}
