import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import type {
  reviewAnnouncement as reviewCall,
  submitAnnouncement as submitCall,
} from '@gerbang/contracts/announcements';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, Problem } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { resultsOf, unexaminedChildren } from './announcements.repository.ts';
import { changeAnnouncement } from './change-announcement.ts';
import { refuseOverbooking } from '../seats/refuse-overbooking.ts';
import { ISSUES_MAX, orAlreadyAnnounced, refuseTakenEntries } from './check-results.ts';

type Child = Awaited<ReturnType<typeof unexaminedChildren>>[number];

/** 409 with the number and the names of the children whose results were not examined; the first hundred are named. */
const notExamined = (children: readonly Child[]) =>
  new Problem(
    409,
    'not_examined',
    `${children.length.toLocaleString('id-ID')} siswa belum diperiksa. Muat ulang halaman, lalu periksa hasil mereka ` +
      'sebelum mengajukan.',
    {
      details: { unexamined: children.length },
      issues: children.slice(0, ISSUES_MAX).map(({ child_name, registration_number }) => ({
        path: 'results',
        message: `${child_name} (${registration_number})`,
      })),
    },
  );

const NOT_VOUCHED = {
  examined_outside_at: null,
  examined_outside_by_id: null,
  examined_outside_by_name: null,
  examined_outside_by_role: null,
};

const vouchedBy = ({ id, name, role }: Actor, at: Date) => ({
  examined_outside_at: at,
  examined_outside_by_id: id,
  examined_outside_by_name: name,
  examined_outside_by_role: role as Caller['role'],
});

/**
 * Submits a draft for review; 409 without any student. Unexamined results are refused too, unless the caller
 * vouches that all were examined outside the portal: who did so and when stays with the announcement.
 */
export async function submitAnnouncement(
  context: Context,
  caller: Caller,
  id: string,
  body: z.output<(typeof submitCall)['body']>,
): Promise<Announcement> {
  return changeAnnouncement(context, caller, { id, action: 'submit' }, async ({ trx, present, actor }) => {
    if (present.passed_count + present.failed_count + present.waitlisted_count === 0) {
      throw conflict('no_results', 'Tambahkan paling sedikit satu siswa sebelum pengumuman diajukan.');
    }
    await refuseOverbooking(trx, present);
    const unexamined = await unexaminedChildren(trx, id);
    const vouched = unexamined.length > 0 && body?.examined_outside === true;
    if (unexamined.length > 0 && !vouched) throw notExamined(unexamined);
    const at = context.now();
    return {
      columns: { submitted_at: at, ...(vouched ? vouchedBy(await actor(), at) : NOT_VOUCHED) },
      ...(vouched && { details: { examined_outside: true, unexamined_count: unexamined.length } }),
    };
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
        return { columns: NOT_VOUCHED };
      }),
  );
}
