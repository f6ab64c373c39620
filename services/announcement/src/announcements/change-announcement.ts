import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import {
  ANNOUNCEMENT_LABELS,
  type AnnouncementAction,
  announcementAfter,
  announcementBefore,
  type AnnouncementStatus,
  isLiveAnnouncement,
  needsOtherEyes,
  takesOtherEyes,
} from '@gerbang/domain/announcements';
import { changeLocked, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, forbidden } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import {
  type AnnouncementRecord,
  lockAnnouncement,
  type ResultRecord,
  setLive,
  updateAnnouncement,
} from './announcements.repository.ts';
import { callerBefore, noAnnouncement, viewAnnouncement } from './announcements.view.ts';

/** The action of the trail for each action. */
const TRAIL_ACTIONS = {
  edit: 'announcement.updated',
  submit: 'announcement.submitted',
  approve: 'announcement.approved',
  reject: 'announcement.rejected',
  revise: 'announcement.revised',
  publish: 'announcement.published',
} as const satisfies Readonly<Record<AnnouncementAction, string>>;

/** What the trail says of the people who changed an announcement. */
export const CHANGES = ['announcement.created', ...Object.values(TRAIL_ACTIONS)];

const VERBS: Readonly<Record<AnnouncementAction, string>> = {
  edit: 'diubah',
  submit: 'diajukan',
  approve: 'ditinjau',
  reject: 'ditinjau',
  revise: 'diambil kembali',
  publish: 'diterbitkan',
};

/** The people who have worked on the announcement since it was last revised, after this action of `id`. */
function editorsAfter(
  action: AnnouncementAction,
  { edited_by }: AnnouncementRecord,
  id: string,
): readonly string[] {
  if (action === 'revise') return [];
  return action === 'edit' || action === 'submit' ? [...new Set([...edited_by, id])] : edited_by;
}

/** What an action changes beside the status. */
interface AnnouncementMove {
  readonly columns?: Partial<AnnouncementRecord>;
  /** Details for the trail; those of an edit do not name the status. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly publish?: () => Promise<void>;
  /** The results after the change, where they are known: thousands are not read again. */
  readonly results?: readonly ResultRecord[];
}

/** The status after the action; 403 for the author where another person must act, 409 in another status. */
function nextStatus(
  context: Pick<Context, 'config'>,
  caller: Caller,
  present: AnnouncementRecord,
  action: AnnouncementAction,
): AnnouncementStatus {
  if (needsOtherEyes(action, callerBefore(context, caller, present))) {
    throw forbidden(
      'Anda ikut menyusun pengumuman ini. Peninjauan harus dilakukan oleh orang lain.',
      'author_cannot_review',
    );
  }
  const next = announcementAfter(present.status, action);
  if (next !== null) return next;
  throw conflict(
    'announcement_status',
    `Pengumuman ini berstatus ${ANNOUNCEMENT_LABELS[present.status]}. Hanya yang berstatus ` +
      `${ANNOUNCEMENT_LABELS[announcementBefore(action)]} yang dapat ${VERBS[action]}.`,
  );
}

/**
 * Changes an announcement under its lock with its trail; the only writer of its status. Whether it holds its
 * registrations follows the status. `decide` checks the rules beside the machine's; null = nothing changes.
 */
export async function changeAnnouncement(
  context: Context,
  caller: Caller,
  { id, action }: { readonly id: string; readonly action: AnnouncementAction },
  decide: (step: LockedStep<AnnouncementRecord>) => Promise<AnnouncementMove | null>,
): Promise<Announcement> {
  return changeLocked(context.database, caller, {
    lock: (trx) => lockAnnouncement(trx, id),
    notFound: noAnnouncement,
    expect: {
      actions: CHANGES,
      present: ({ trx }) => viewAnnouncement(context, trx, caller, id),
    },
    apply: async (step) => {
      const { trx, present } = step;
      const to = nextStatus(context, caller, present, action);
      if (takesOtherEyes(action) && context.config.FOUR_EYES === 'on') {
        const firsts = [present.created_by_id, ...present.edited_by];
        await context.assertEyes(caller.id, firsts, caller.origin.requestId);
      }
      const move = await decide(step);
      if (move === null) return null;
      const live = isLiveAnnouncement(to);
      if (live !== isLiveAnnouncement(present.status)) await setLive(trx, id, live);
      const written = {
        status: to,
        edited_by: editorsAfter(action, present, caller.id),
        version: present.version + 1,
        updated_at: context.now(),
      };
      await updateAnnouncement(trx, id, { ...move.columns, ...written });
      return { to, move };
    },
    audit: ({ present }, { to, move }) => ({
      action: TRAIL_ACTIONS[action],
      subject: id,
      details: { ...(action !== 'edit' && { status: { from: present.status, to } }), ...move.details },
    }),
    publish: async (_step, { move }) => move.publish?.(),
    view: ({ trx }, change) => viewAnnouncement(context, trx, caller, id, change?.move.results),
  });
}
