import type { Announcement } from '@gerbang/contracts/announcement.types';
import type { reviewAnnouncement as reviewCall } from '@gerbang/contracts/announcements';
import { isLiveAnnouncement, needsOtherEyes } from '@gerbang/domain/announcements';
import { type Actor, audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict, forbidden } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { orAlreadyAnnounced, refuseTakenEntries } from './check-results.ts';
import { callerBefore } from './announcements.view.ts';
import { type AnnouncementRecord, resultsOf } from './announcements.repository.ts';
import { changeAnnouncement, nextStatus } from './change-announcement.ts';

type Review = z.output<(typeof reviewCall)['body']>;

interface Move {
  readonly action: 'submit' | 'approve' | 'reject' | 'revise';
  /** As the trail names it. */
  readonly name: string;
  readonly also?: (actor: Actor) => Record<string, unknown>;
}

/** Writes the new state with its row in the trail; whether its registrations are taken follows the state. */
async function move(
  context: Context,
  trx: Db,
  caller: Caller,
  present: AnnouncementRecord,
  { action, name, also }: Move,
): Promise<void> {
  const to = nextStatus(present, action);
  const { id, status: from } = present;
  const actor = await actorOf(trx, caller);
  const live = isLiveAnnouncement(to);
  if (live !== isLiveAnnouncement(from)) {
    await trx('announcement_results').where({ announcement_id: id }).update({ live });
  }
  await trx('announcements')
    .where({ id })
    .update({ status: to, ...also?.(actor), version: present.version + 1, updated_at: context.now() });
  await audit(trx, {
    action: `announcement.${name}`,
    actor,
    subject: id,
    details: { status: { from, to } },
    origin: caller.origin,
  });
}

/** draft → pending_review, with at least one student (authorization row N05; Precisions, Announcements). */
export async function submitAnnouncement(
  context: Context,
  caller: Caller,
  id: string,
): Promise<Announcement> {
  return changeAnnouncement(context, caller, id, async (trx, present) => {
    nextStatus(present, 'submit');
    if (present.passed_count + present.failed_count === 0) {
      throw conflict('no_results', 'Tambahkan paling sedikit satu siswa sebelum pengumuman diajukan.');
    }
    await move(context, trx, caller, present, {
      action: 'submit',
      name: 'submitted',
      also: () => ({ submitted_at: context.now() }),
    });
  });
}

/** pending_review → approved or rejected, by somebody else than the author (authorization row N06; decisions). */
export async function reviewAnnouncement(
  context: Context,
  caller: Caller,
  id: string,
  { status, review_notes = null }: Review,
): Promise<Announcement> {
  const action = status === 'approved' ? 'approve' : 'reject';
  return changeAnnouncement(context, caller, id, async (trx, present) => {
    if (needsOtherEyes(action, callerBefore(context, caller, present))) {
      throw forbidden(
        'Anda menyusun pengumuman ini. Review harus dilakukan oleh orang lain.',
        'author_cannot_review',
      );
    }
    await move(context, trx, caller, present, {
      action,
      name: status,
      also: (actor) => ({
        review_notes,
        reviewed_at: context.now(),
        reviewed_by_id: actor.id,
        reviewed_by_name: actor.name,
        reviewed_by_role: actor.role,
      }),
    });
  });
}

/**
 * rejected → draft, the review's notes kept (authorization row N10). Its students are taken again, unless another
 * announcement has taken some of them meanwhile: 409 with their names.
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
      changeAnnouncement(context, caller, id, async (trx, present) => {
        nextStatus(present, 'revise');
        await refuseTakenEntries(trx, await entries(trx));
        await move(context, trx, caller, present, { action: 'revise', name: 'revised' });
      }),
  );
}
